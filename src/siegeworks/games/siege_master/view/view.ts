// The view of Siege Master, and which of its options fit together (R2).

import type { GameView } from "game-api/view";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";
import { orderByPointer } from "./land";
import Piece from "./Piece.svelte";
import Tally from "./Tally.svelte";
import { words } from "./words";

/** `count` is for fortresses that are scattered or placed, as all are on a map with an even number. */
export function offered(
  chosen: Readonly<Record<string, string>>,
  fortresses: number | null,
): Readonly<Record<string, readonly string[]>> {
  if (fortresses !== null && fortresses % 2 === 0) return { fortresses: ["scattered", "placed"] };
  return chosen["fortresses"] === "map" ? { count: [] } : {};
}

export const view: GameView = {
  words, consequences: () => import("./consequences"), explanations: () => import("./explanations"), Ground, drawsChains: true, Piece, AboveBoard: Tally, grammar, orderByPointer, scoreTray: "Fortresses",
  isFirst: true, hasMaps: true, offered,
  hiddenTrays: ["Fortresses", "Neutral"],
  hidesTargets: (legal) => !legal.some((token) => token.startsWith("@")),
};
