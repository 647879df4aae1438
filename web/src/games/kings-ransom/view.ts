import type { GameView } from "game-api/view";
import { battle } from "./battle";
import { grammar, STILL_TO_LAY_OUT } from "./grammar";
import Ground from "./Ground.svelte";
import { offered } from "./options";
import Piece from "./Piece.svelte";
import { slides } from "./ranks";
import { words } from "./words";

export const view: GameView = {
  words, offered, Ground, Piece, grammar, battle, slides, scoreTray: "Tally", flippedFor: "north",
  hiddenTrays: [STILL_TO_LAY_OUT], // the set-up shows them
  keptTrays: () => ({ own: 1, other: 2, shared: 1 }), // what lies face down, and what left the game
  consequences: () => import("./consequences"), explanations: () => import("./explanations"),
  styles: () => import("./styles"),
  setup: {
    isDue: ({ trays }) => trays.some(({ title, pieces }) => title === STILL_TO_LAY_OUT && pieces.length > 0),
    load: () => import("./setup/Setup.svelte"),
  },
};
