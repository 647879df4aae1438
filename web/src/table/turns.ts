// The turns of a game, as its list tells them.

import type * as wire from "../wire";

/** The steps of a turn; the first turn is 0. */
export const stepsOf = (turn: number, history: readonly wire.Turn[], steps: readonly wire.Step[]): readonly wire.Step[] =>
  steps.slice(history[turn - 1]?.end ?? 0, history[turn]?.end);

/** The last of the turns in which one of these seats took a step; −1: there is none. */
export function lastOwnTurn(history: readonly wire.Turn[], steps: readonly wire.Step[], mine: readonly string[]): number {
  return history.findLastIndex((_, turn) => stepsOf(turn, history, steps).some(({ actor }) => mine.includes(actor)));
}
