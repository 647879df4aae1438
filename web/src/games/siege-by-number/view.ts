import type { GameView } from "../view";
import { battle } from "./battle";
import { grammar } from "./grammar";
import { automaticTurnEnd } from "./turn-end";
import Ground from "./Ground.svelte";
import Dice from "./Dice.svelte";
import { offered } from "./options";
import Piece from "./Piece.svelte";
import { turnsFor } from "./sides";
import { words } from "./words";

export const view: GameView = {
  words, turnsFor, offered, consequences: () => import("./consequences"), styles: () => import("./styles"), Ground, Piece, BelowBoard: Dice, grammar, battle, automaticTurnEnd, scoreTray: "stack", hiddenTrays: ["dice"],
  isDiceRoll: ({ token }) => token.startsWith("roll="),
};
