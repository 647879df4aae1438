// A turn that nobody ended: no die was left, or no piece that had not been chosen (R7).

import type * as wire from "../../wire";

/** Whose turn has ended by itself, after which the dice were rolled anew and nobody has acted. */
export function automaticTurnEnd(steps: readonly wire.Step[]): string | null {
  const at = steps.findLastIndex(({ actor }) => actor !== "chance");
  const rolled = steps.slice(at + 1).some(({ token }) => token.startsWith("roll="));
  const last = steps[at];
  return rolled && last && last.actor !== "table" && last.token !== "done" ? last.actor : null;
}
