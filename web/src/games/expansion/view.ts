import type { GameView } from "../view";
import { battle } from "./battle";
import { choices } from "./grammar";
import Ground from "./Ground.svelte";
import Piece from "./Piece.svelte";

export const expansion: GameView = {
  Ground, Piece, choices, battle, score: "Captured tiles", apart: [],
};
