import type { GameView } from "game-api/view";
import { battle } from "./battle";
import Dice from "./Dice.svelte";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";
import { offered } from "./options";
import Piece from "./Piece.svelte";
import { turnsFor } from "./sides";
import { automaticTurnEnd } from "./turn-end";
import { words } from "./words";

export const view: GameView = {
  words, turnsFor, offered, consequences: () => import("./consequences"), explanations: () => import("./explanations"), styles: () => import("./styles"), Ground, Piece, BelowBoard: Dice, grammar, battle, automaticTurnEnd, scoreTray: "stack", hiddenTrays: ["dice"],
  isDiceRoll: ({ token }) => token.startsWith("roll="),
};
