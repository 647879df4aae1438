// The view of King’s Ransom, and which of its options fit together (R2).

import type { GameView } from "game-api/view";
import { grammar, STILL_TO_LAY_OUT } from "./grammar";
import Ground from "./Ground.svelte";
import Piece from "./Piece.svelte";
import { words } from "./words";

const MOST_RANKS = 4;
const COLUMNS = ["4", "3", "2"];

/** The whole army has four columns; fewer tiles fill one to four ranks of as many columns as fit. */
export function offered(chosen: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const tiles = chosen["tiles"] ?? "full";
  if (tiles === "full") return { columns: [] };
  const fitting = COLUMNS.filter((columns) => tiles.length % Number(columns) === 0 && tiles.length <= MOST_RANKS * Number(columns));
  return fitting.length > 0 ? { columns: fitting } : {}; // the server says what is wrong with the tiles
}

export const view: GameView = {
  words, offered, Ground, Piece, grammar, scoreTray: "Tally", flippedFor: "north",
  hiddenTrays: [STILL_TO_LAY_OUT], // the set-up shows them
  keptTrays: () => ({ own: 1, other: 2, shared: 1 }), // what lies face down, and what left the game
  consequences: () => import("./consequences"), explanations: () => import("./explanations"),
  styles: () => import("./styles"),
  setup: {
    isDue: ({ trays }) => trays.some(({ title, pieces }) => title === STILL_TO_LAY_OUT && pieces.length > 0),
    load: () => import("./setup/Setup.svelte"),
  },
};
