import type { Scene } from "../../scene/scene";
import type { GameView } from "../view";
import { battle } from "./battle";
import { grammar } from "./grammar";
import { automaticTurnEnd } from "./turn-end";
import Ground from "./Ground.svelte";
import Dice from "./Dice.svelte";
import { offered } from "./options";
import Piece from "./Piece.svelte";
import { words } from "./words";

const MIDDLE = 6.5; // of the pinwheel

/** The quarter turns that bring a seat's arm to the lower edge, by where its Home Base lies (R1). */
function turnsFor(seat: string, { cells }: Scene): number {
  const home = cells.find((cell) => cell.ground === "home" && cell.seat === seat);
  if (!home) return 0;
  const [x, y] = [home.x - MIDDLE, home.y - MIDDLE];
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 1 : 3;
  return y < 0 ? 2 : 0;
}

export const view: GameView = {
  words, turnsFor, offered, consequences: () => import("./consequences"), Ground, Piece, BelowBoard: Dice, grammar, battle, automaticTurnEnd, scoreTray: "stack", hiddenTrays: ["dice"],
  isDiceRoll: ({ token }) => token.startsWith("roll="),
};
