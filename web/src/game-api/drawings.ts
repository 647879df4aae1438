// How boards and pieces are drawn, and the marks on them, each with a shape of its own, which Marks.svelte draws.

import type { Component } from "svelte";
import type * as wire from "../wire";
import type { MoveGrammar } from "./grammar";
import type { Layout } from "./layout";
import type { Piece, Scene } from "./scene";

/** For the generic drawing of pieces: an SVG path for each kind, in a square from -10 to 10. */
export type PieceShapes = Readonly<Record<string, string>>;

export interface Drawings {
  /** Draws the ground, and chains if `drawsChains`. */
  readonly Ground: Component<{ scene: Scene; layout: Layout; last?: readonly string[]; tones?: readonly string[] }>;
  /** For the generic Ground: CSS colours of its squares and of every other one. */
  readonly tones?: readonly string[];
  readonly Piece: Component<{ piece: Piece; size: number; shapes?: PieceShapes }>;
  /** For the generic Piece: an SVG path for each kind, in a square from -10 to 10. */
  readonly shapes?: PieceShapes;
}

/** Another way to draw the board or the pieces, for the settings; what it leaves out stays plain. */
export interface Style extends Partial<Drawings> {
  readonly name: string; // as it is stored
  readonly title: string;
}

/** What a game offers beside its plain style. */
export interface Styles {
  readonly board?: readonly Style[];
  readonly pieces?: readonly Style[];
}

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
