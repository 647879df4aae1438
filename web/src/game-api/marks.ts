// The marks on a board, each with a shape of its own, which Marks.svelte draws.

import type { MoveGrammar } from "./grammar";
import type { Scene } from "./scene";
import type * as wire from "../wire";

export type Target = "go" | "capture";

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly by: string; // the seat that moved
}

/** The arrow of a step that goes from one cell to another. */
export function arrowOf(step: wire.Step | null | undefined, grammar: MoveGrammar, now: Scene): Arrow | null {
  const [from, to] = (step && grammar.moved?.(step, now)) || [];
  return step && from && to ? { from, to, by: step.actor } : null;
}

export interface Marks {
  readonly movable: readonly string[]; // pieces that can move
  readonly selected: readonly string[]; // ring
  readonly targets: ReadonlyMap<string, Target>; // dot, corner ticks
  readonly last: readonly string[]; // cells that changed in the last turn: dashed ring
  readonly arrow: Arrow | null; // of the last step
  readonly slides: ReadonlyMap<string, string>; // pieces that moved indirectly: from where, by where they are now
  readonly reach: readonly string[]; // what the inspected piece reaches: brackets
  readonly focus: string | null; // double ring
}

export const NO_MARKS: Marks = {
  movable: [],
  selected: [],
  targets: new Map(),
  last: [],
  arrow: null,
  slides: new Map(),
  reach: [],
  focus: null,
};
