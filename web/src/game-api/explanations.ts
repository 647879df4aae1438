// What is said about a game's pieces, places and options: `explanations.ts` in its folder, loaded once the board
// is painted. It is made from the scene alone, and so it tells nothing that a seat may not know.

import type { Component } from "svelte";
import type * as wire from "../wire";
import type { Happening } from "./aftermath";
import type { Drawings, Marks, Target } from "./drawings";
import type { Cell, Piece, Scene } from "./scene";

export interface Explanations {
  readonly pieceInfo: PieceInfoOf;
  readonly legend: LegendOf;
  readonly optionWords: Readonly<Record<string, OptionWords>>;
}

/** What pieces and places are, what they can do and where they reach. */
export interface PieceInfo {
  readonly title: string; // what it is and whose: "North’s Archer, 6 pips"
  readonly lines: readonly string[]; // what it can do, in a sentence or two
  readonly reach: readonly string[]; // the cells that it reaches from where it is
}

/** About a piece in its cell, an empty cell (piece null) or a piece in a tray (cell null); null: nothing to say. */
export type PieceInfoOf = (piece: Piece | null, cell: Cell | null, scene: Scene) => PieceInfo | null;

/** An option in the words of players. What is left out is shown as the server names it. */
export interface OptionWords {
  readonly name: string;
  readonly meaning: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly own?: string; // how to write other values than `values`, if any text may be written
  readonly invalid?: string; // what is wrong with such a text; the default is what the server says
  readonly advanced?: boolean; // folded, since few people change it
}

/** Something to see, with its name and what it does or means. */
export interface LegendEntry {
  readonly name: string;
  readonly explanation: string;
  readonly piece?: Piece;
  readonly scene?: Scene;
  readonly last?: readonly string[]; // cells of the scene that changed in the last turn
  readonly happened?: Happening; // in the scene, and drawn as what stays on the board
  readonly Drawing?: Component | Component<{ drawings: Drawings }>; // of anything else
}

export interface Legend {
  readonly entries: readonly LegendEntry[];
  readonly unused?: readonly (keyof Marks | Target)[]; // marks that this game's board never has
}

/** The legend of a game as it is played in this scene. */
export type LegendOf = (scene: Scene) => Legend;

/** The seats that a scene names, in its order. */
export function seatsOf({ trays, cells }: Scene): readonly string[] {
  const named = [...trays.map(({ seat }) => seat), ...cells.flatMap(({ seat, piece }) => [seat, piece?.seat ?? null])];
  return [...new Set(named.filter((seat) => seat !== null))];
}

/** What a step has done, so that the legend shows how the board tells it. */
export const done = (
  actor: string, token: string, scene: Scene, effects: wire.Effects, before: Scene | null = null,
): Pick<LegendEntry, "scene" | "happened"> => ({ scene, happened: { before, scene, steps: [{ actor, token, effects }] } });

/** A piece to be drawn. */
export const drawn = (kind: string, seat: string | null, more: Partial<Piece> = {}): Piece => ({
  kind, seat, text: "", face_down: false, color: null, ...more,
});
