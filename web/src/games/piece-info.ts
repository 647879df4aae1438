// What pieces and places are, what they can do and where they reach: each game's `piece-info.ts`, loaded
// once the board is painted. It is made from the scene alone, and so it tells nothing that a seat may not know.

import { genericPieceInfo } from "../generic/piece-info";
import type { Cell, Piece, Scene } from "../scene/scene";
import type { GameWords } from "./view";

export interface PieceInfo {
  readonly title: string; // what it is and whose: "North’s Archer, 6 pips"
  readonly lines: readonly string[]; // what it can do, in a sentence or two
  readonly reach: readonly string[]; // the cells that it reaches from where it is
}

/** About a piece in its cell, an empty cell (piece null) or a piece in a tray (cell null); null: nothing to say. */
export type PieceInfoOf = (piece: Piece | null, cell: Cell | null, scene: Scene) => PieceInfo | null;

const modules = import.meta.glob<PieceInfoOf>("./*/piece-info.ts", { import: "pieceInfo" });

/** Load what is said about a game's pieces; the words of the scene for a game without its own. */
export async function loadPieceInfo(game: string, words: GameWords): Promise<PieceInfoOf> {
  return (await modules[`./${game}/piece-info.ts`]?.()) ?? genericPieceInfo(words);
}
