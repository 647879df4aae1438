import type { GameView } from "../view";
import { orderByPointer } from "./pointer-order";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";
import { offered } from "./options";
import Piece from "./Piece.svelte";
import Tally from "./Tally.svelte";
import { words } from "./words";

export const view: GameView = {
  words, consequences: () => import("./consequences"), Ground, drawsChains: true, Piece, AboveBoard: Tally, grammar, orderByPointer, scoreTray: "Fortresses",
  isFirst: true, hasLands: true, offered,
  hiddenTrays: ["Fortresses", "Neutral"],
  hidesTargets: (legal) => !legal.some((token) => token.startsWith("@")),
};
