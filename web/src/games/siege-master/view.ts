import type { GameView } from "../view";
import { orderByPointer } from "./pointer-order";
import { choices } from "./grammar";
import Ground from "./Ground.svelte";
import Overlay from "./Overlay.svelte";
import Piece from "./Piece.svelte";
import Tally from "./Tally.svelte";

export const master: GameView = {
  Ground, Piece, Overlay, AboveBoard: Tally, choices, orderByPointer, score: "Fortresses",
  apart: ["Fortresses", "Neutral"],
};
