// How boards and pieces are drawn.

import type { Component } from "svelte";
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
