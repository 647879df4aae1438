import type { GameView } from "../view";
import { choices, ROW } from "./grammar";
import Ground from "./Ground.svelte";
import Overlay from "./Overlay.svelte";
import Piece from "./Piece.svelte";
import Row from "./Row.svelte";

export const nobles: GameView = {
  Ground, Piece, Overlay, BelowBoard: Row, choices, score: "Hand", apart: [ROW, "In the row"],
};
