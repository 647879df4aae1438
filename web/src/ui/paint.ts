const PATIENCE = 200; // milliseconds; a page that is never at rest is finished all the same

// Safari cannot tell when it is at rest.
const atRest = (then: () => void): void => {
  if ("requestIdleCallback" in window) window.requestIdleCallback(then, { timeout: PATIENCE });
  else setTimeout(then);
};

/**
 * Do this once the page has been painted as it is now and has nothing more urgent to do. Gives back
 * how to leave it.
 */
export function afterPaint(then: () => void): () => void {
  let left = false;
  const frame = requestAnimationFrame(() => atRest(() => left || then()));
  return () => {
    left = true;
    cancelAnimationFrame(frame);
  };
}
