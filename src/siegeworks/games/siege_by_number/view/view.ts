// The view of Siege by Number: which options fit together (R2), and the four sides of its pinwheel.

import type { Scene } from "game-api/scene";
import type { GameView } from "game-api/view";
import Dice from "./Dice.svelte";
import { automaticTurnEnd, grammar } from "./grammar";
import Ground from "./Ground.svelte";
import Piece from "./Piece.svelte";
import { words } from "./words";

const MIDDLE = 6.5; // of the pinwheel

/** The quarter turns that bring a seat's arm to the lower edge, by where its Home Base lies (R1). */
export function turnsFor(seat: string, { cells }: Scene): number {
  const home = cells.find((cell) => cell.ground === "home" && cell.seat === seat);
  if (!home) return 0;
  const [x, y] = [home.x - MIDDLE, home.y - MIDDLE];
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 1 : 3;
  return y < 0 ? 2 : 0;
}

export const view: GameView = {
  words, turnsFor, Ground, Piece, BelowBoard: Dice, grammar, automaticTurnEnd, scoreTray: "stack", hiddenTrays: ["dice"],
  consequences: () => import("./consequences"), explanations: () => import("./explanations"), styles: () => import("./styles"),
  offered: (chosen) => ((chosen["seats"] ?? "2") === "2" ? {} : { corners: [] }), // only two choose between opposite and adjacent homes
  isDiceRoll: ({ token }) => token.startsWith("roll="),
};
