import type { GameView } from "../view";
import { battle } from "./battle";
import { choices } from "./grammar";
import Ground from "./Ground.svelte";
import Overlay from "./Overlay.svelte";
import Piece from "./Piece.svelte";
import { slides } from "./ranks";

export const ransom: GameView = {
  Ground, Piece, Overlay, choices, battle, slides, score: "Tally", apart: [], across: "north",
};
