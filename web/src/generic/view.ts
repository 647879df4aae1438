// The generic view: draws any scene and plays any game. A package's `view.js` can refine it with plain
// data, without Svelte.

import type { PieceShapes, Styles } from "../game-api/drawings";
import type { MoveGrammar } from "../game-api/grammar";
import { lookOf, type SeatLook } from "../game-api/seats";
import type { GameView, GameWords } from "../game-api/view";
import { serverText } from "../game-api/wording";
import type * as wire from "../game-api/wire";
import Piece from "../game-api/Disc.svelte";
import { explained } from "./explanations";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";

/** The default export of a package's `view.js`; everything is optional. */
export interface PackagedView {
  readonly words?: Partial<GameWords>;
  readonly pieces?: PieceShapes;
  readonly styles?: Styles; // with `tones` for boards and `shapes` for pieces
  readonly seats?: Readonly<Record<string, SeatLook | string>>; // by the seat's name; a text: as the stock seat "red"
  readonly flippedFor?: string;
  readonly scoreTray?: string;
  readonly paths?: MoveGrammar["paths"];
  readonly moved?: NonNullable<MoveGrammar["moved"]>;
}

export function genericView(game: string, words: GameWords = { title: game, sentence: "" }): GameView {
  return {
    words, Ground, Piece, grammar,
    consequences: () => import("./consequences"),
    explanations: () => Promise.resolve(explained(words)),
  };
}

/** The generic view with what a package refines. */
export function mergedView({ name, title, sentence }: wire.GameInfo, own: PackagedView): GameView {
  const { words, pieces, styles, seats = {}, paths, moved, ...rest } = own;
  const looks = Object.entries(seats).map(([seat, look]) => [seat, typeof look === "string" ? lookOf(look) : look] as const);
  return {
    ...genericView(name, { title: serverText(title), sentence, ...words }),
    ...rest,
    seats: Object.fromEntries(looks),
    ...(pieces && { shapes: pieces }),
    ...(styles && { styles: async () => styles }),
    grammar: { ...grammar, ...(paths && { paths }), ...(moved && { moved }) },
  };
}
