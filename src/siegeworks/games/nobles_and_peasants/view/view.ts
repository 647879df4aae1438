import type { GameView } from "game-api/view";
import { grammar, ROW } from "./grammar";
import Ground from "./Ground.svelte";
import Piece from "./Piece.svelte";
import Row from "./Row.svelte";
import { words } from "./words";

export const view: GameView = {
  words, consequences: () => import("./consequences"), explanations: () => import("./explanations"), Ground, Piece, BelowBoard: Row, grammar, scoreTray: "Hand", hiddenTrays: [ROW, "In the row"],
};
