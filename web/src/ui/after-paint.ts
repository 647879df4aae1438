const IDLE_TIMEOUT = 200; // milliseconds; run at last on a page that is never idle

// Safari has no requestIdleCallback.
const whenIdle = (then: () => void): void => {
  if ("requestIdleCallback" in window) window.requestIdleCallback(then, { timeout: IDLE_TIMEOUT });
  else setTimeout(then);
};

/** Run this once the page is painted and idle. Returns a function that cancels it. */
export function afterPaint(then: () => void): () => void {
  let cancelled = false;
  const frame = requestAnimationFrame(() => whenIdle(() => cancelled || then()));
  return () => {
    cancelled = true;
    cancelAnimationFrame(frame);
  };
}
