import type { GameView } from "../view";
import { orderByPointer } from "./pointer-order";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";
import Overlay from "./Overlay.svelte";
import Piece from "./Piece.svelte";
import Tally from "./Tally.svelte";
import { words } from "./words";

export const view: GameView = {
  words, Ground, drawsChains: true, Piece, Overlay, AboveBoard: Tally, grammar, orderByPointer, scoreTray: "Fortresses",
  hiddenTrays: ["Fortresses", "Neutral"],
  hidesTargets: (legal) => !legal.some((token) => token.startsWith("@")),
};
