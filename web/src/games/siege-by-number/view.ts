import type { GameView } from "../view";
import { battle } from "./battle";
import { grammar } from "./grammar";
import { automaticTurnEnd } from "./turn-end";
import Ground from "./Ground.svelte";
import Dice from "./Dice.svelte";
import Overlay from "./Overlay.svelte";
import Piece from "./Piece.svelte";
import { words } from "./words";

export const view: GameView = {
  words, Ground, Piece, Overlay, BelowBoard: Dice, grammar, battle, automaticTurnEnd, scoreTray: "stack", hiddenTrays: ["dice"],
  isDiceRoll: ({ token }) => token.startsWith("roll="),
};
