// From the tokens of Siege by Number to clicks, and the turns that end by themselves.

import { button, type MoveGrammar, named, place } from "game-api/grammar";
import { byName } from "game-api/scene";
import type * as wire from "game-api/wire";

// `e5-e7` move, `e5-e5` an Army stays to fight, `xe6` attack, `hold`, `done`.
const MOVE = /^(\w+)-(\w+)$/;
export const ATTACK = /^x(\w+)$/;

export const grammar: MoveGrammar = {
  paths(token) {
    const [, from, to] = MOVE.exec(token) ?? [];
    if (from && to) return [[place(from), from === to ? button("stay") : place(to)]];
    const [, at] = ATTACK.exec(token) ?? [];
    return [[at ? place(at) : button(token)]];
  },
  moved({ token }) {
    const [, from, to] = MOVE.exec(token) ?? [];
    return from && to && from !== to ? [from, to] : null;
  },
  ghost(token, { scene }) {
    const [, from, to] = MOVE.exec(token) ?? [];
    return from && to ? { piece: byName(scene).get(from)?.piece ?? null, from, to } : null;
  },
  attempt(last, pick) {
    return pick.startsWith("place:") ? (last ? `${named(last)}-${named(pick)}` : `x${named(pick)}`) : null;
  },
};

/** Whose turn has just ended automatically: the dice were rolled again, and nobody has acted since. */
export function automaticTurnEnd(steps: readonly wire.Step[]): string | null {
  const at = steps.findLastIndex(({ actor }) => actor !== "chance");
  const rolled = steps.slice(at + 1).some(({ token }) => token.startsWith("roll="));
  const last = steps[at];
  return rolled && last && last.actor !== "table" && last.token !== "done" ? last.actor : null;
}
