import type { GameView } from "game-api/view";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";
import Piece from "./Piece.svelte";
import { words } from "./words";

export const view: GameView = {
  words, flippedFor: "moons", consequences: () => import("./consequences"), explanations: () => import("./explanations"), Ground, Piece, grammar, scoreTray: "Captured tiles",
  hiddenTrays: ["Captured tiles"], // the board shows them
  keptTrays: ({ notes }) => (notes === "off" ? { own: 1, other: 1, shared: 0 } : { own: 2, other: 2, shared: 0 }), // values not yet shown
};
