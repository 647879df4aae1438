// What is marked on a board, each kind by a shape of its own (Marks.svelte draws them).

import type { MoveGrammar } from "../moves/grammar";
import type { Scene } from "../scene/scene";
import type * as wire from "../wire";

export type Target = "go" | "capture";

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly by: string; // whose step it was
}

/** The arrow of the last step, where it goes from a place to a place. */
export function arrowOf(step: wire.Step | null | undefined, choices: MoveGrammar, now: Scene): Arrow | null {
  const [from, to] = (step && choices.moved?.(step, now)) || [];
  return step && from && to ? { from, to, by: step.actor } : null;
}

export interface Marks {
  readonly movable: readonly string[]; // a choice may begin here
  readonly selected: readonly string[]; // ring
  readonly targets: ReadonlyMap<string, Target>; // dot, corner ticks
  readonly last: readonly string[]; // what looks different since the last turn: trail
  readonly arrow: Arrow | null; // what the last step did
  readonly slides: ReadonlyMap<string, string>; // where pieces are, and where they came from
  readonly focus: string | null; // double ring
}

export const NO_MARKS: Marks = {
  movable: [],
  selected: [],
  targets: new Map(),
  last: [],
  arrow: null,
  slides: new Map(),
  focus: null,
};
