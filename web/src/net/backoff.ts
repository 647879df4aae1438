// How long to wait before trying again: longer each time, and never all at the same moment.

export const SHORTEST = 250; // milliseconds
export const LONGEST = 8000;

/** Milliseconds to wait before try number `tries` (from 0), spread by `chance` from 0 to 1. */
export function pause(tries: number, chance: number): number {
  const full = Math.min(LONGEST, SHORTEST * 2 ** tries);
  return full * (0.5 + chance / 2);
}
