/** Do this once the page has been painted as it is now. Gives back how to leave it. */
export function afterPaint(then: () => void): () => void {
  const frame = requestAnimationFrame(() => setTimeout(then));
  return () => cancelAnimationFrame(frame);
}
