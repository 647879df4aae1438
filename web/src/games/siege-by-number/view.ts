import type { GameView } from "../view";
import { battle } from "./battle";
import { choices } from "./grammar";
import { automaticTurnEnd } from "./turn-end";
import Ground from "./Ground.svelte";
import Dice from "./Dice.svelte";
import Overlay from "./Overlay.svelte";
import Piece from "./Piece.svelte";

export const number: GameView = {
  Ground, Piece, Overlay, BelowBoard: Dice, choices, battle, automaticTurnEnd, score: "stack", apart: ["dice"],
};
