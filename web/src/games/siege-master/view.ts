import type { GameView } from "game-api/view";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";
import { offered } from "./options";
import Piece from "./Piece.svelte";
import { orderByPointer } from "./pointer-order";
import Tally from "./Tally.svelte";
import { words } from "./words";

export const view: GameView = {
  words, consequences: () => import("./consequences"), explanations: () => import("./explanations"), Ground, drawsChains: true, Piece, AboveBoard: Tally, grammar, orderByPointer, scoreTray: "Fortresses",
  isFirst: true, hasLands: true, offered,
  hiddenTrays: ["Fortresses", "Neutral"],
  hidesTargets: (legal) => !legal.some((token) => token.startsWith("@")),
};
