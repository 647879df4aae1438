import type { GameView } from "../view";
import { battle } from "./battle";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";
import Piece from "./Piece.svelte";
import { words } from "./words";

export const view: GameView = {
  words, Ground, Piece, grammar, battle, scoreTray: "Captured tiles",
};
