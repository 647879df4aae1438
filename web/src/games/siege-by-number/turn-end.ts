// A turn that ended automatically: no die was left, or no piece that had not been chosen (R7).

import type * as wire from "game-api/wire";

/** Whose turn has just ended automatically: the dice were rolled again, and nobody has acted since. */
export function automaticTurnEnd(steps: readonly wire.Step[]): string | null {
  const at = steps.findLastIndex(({ actor }) => actor !== "chance");
  const rolled = steps.slice(at + 1).some(({ token }) => token.startsWith("roll="));
  const last = steps[at];
  return rolled && last && last.actor !== "table" && last.token !== "done" ? last.actor : null;
}
