// What a move would do, in words (R5, R6).

import type { MoveContext } from "../../moves/grammar";
import { hexesOf } from "./land";
import { previewWords } from "./preview-words";
import { siegeOf } from "./siege";

export function previewText(token: string, { scene, seat }: MoveContext): string {
  const fortresses = (whose: string): number =>
    scene.trays.find((tray) => tray.title === "Fortresses" && tray.seat === whose)?.pieces.length ?? 0;
  if (token === "swap") return previewWords.swap(fortresses("red"));
  const hexes = token.includes("-") ? hexesOf(token, scene) : [];
  if (hexes.length === 0) return "";
  const { closed, captured } = siegeOf(scene, hexes);
  return captured.length > 0
    ? previewWords.captures(captured, fortresses(seat) + captured.length)
    : previewWords.nothing(closed.length);
}
