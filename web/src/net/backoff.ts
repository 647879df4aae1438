// Exponential backoff with jitter, so that clients do not all reconnect at the same moment.

export const MIN_DELAY = 250; // milliseconds
export const MAX_DELAY = 8000;

/** Milliseconds to wait before attempt number `attempt` (from 0); `random` from 0 to 1. */
export function backoffDelay(attempt: number, random: number): number {
  const full = Math.min(MAX_DELAY, MIN_DELAY * 2 ** attempt);
  return full * (0.5 + random / 2);
}
