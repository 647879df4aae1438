// Which positions an animated picture shows, and for how long.

import type * as wire from "../wire";

export const MAX_FRAMES = 200;
const LAST = 4000; // milliseconds

export interface FramePlan {
  readonly turns: readonly number[]; // each frame is the position after so many turns
  readonly every: number; // one frame for so many turns
  readonly withoutSetUp: boolean;
}

/** One frame for each position; if the game is too long, without the set-up, or else for every second turn or fewer. */
export function framesOf(history: readonly Pick<wire.Turn, "seat">[], most = MAX_FRAMES): FramePlan {
  const total = history.length;
  const setUp = Math.max(0, history.findIndex(({ seat }) => seat !== null));
  const fits = (start: number): boolean => total - start + 1 <= most;
  const start = !fits(0) && fits(setUp) ? setUp : 0;
  const every = Math.ceil((total - start + 1) / most);
  const turns: number[] = [];
  for (let at = total; at >= start; at -= every) turns.unshift(at);
  return { turns, every, withoutSetUp: start > 0 };
}

/** How long each frame is shown, in milliseconds; the last one longer. */
export function holdsOf(plan: FramePlan, pace: number): readonly number[] {
  return plan.turns.map((_, i) => (i === plan.turns.length - 1 ? Math.max(LAST, 2 * pace) : pace));
}
