import type { GameView } from "../view";
import { battle } from "./battle";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";
import Overlay from "./Overlay.svelte";
import Piece from "./Piece.svelte";
import { slides } from "./ranks";
import { words } from "./words";

export const view: GameView = {
  words, Ground, Piece, Overlay, grammar, battle, slides, scoreTray: "Tally", flippedFor: "north",
};
