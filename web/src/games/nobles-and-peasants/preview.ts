// What a move would do, in words (R4, R5).

import type { MoveContext } from "../../moves/grammar";
import { placedPiece } from "./grammar";
import { scoresAt, seenFrom, sumsOf, towersOf } from "./lines";
import { previewWords } from "./preview-words";

const STONE = /^([LR])@(\w\d)$/;
const TOWER = /^(?:T@|(\w\d)-)(\w\d)$/;
const INSERT = /^([LR])>(\d+)$/;

export function previewText(token: string, context: MoveContext): string {
  const { scene, seats } = context;
  const towers = towersOf(scene);
  const [, side, circle] = STONE.exec(token) ?? [];
  if (side && circle) {
    const color = placedPiece(side, context)?.color;
    const sums = sumsOf(color ? scoresAt(towers, seats.length, circle, color) : []);
    return previewWords.scores(seats.flatMap((seat) => (sums.has(seat) ? [[seat, sums.get(seat) ?? 0] as const] : [])));
  }
  const [, from, to] = TOWER.exec(token) ?? [];
  if (to) {
    if (from) towers.delete(from);
    return previewWords.tower(seenFrom(towers, to).length, from !== undefined);
  }
  const [, end, number] = INSERT.exec(token) ?? [];
  if (end && number) return previewWords.insert(placedPiece(end, context)?.color ?? "", Number(number));
  if (token === "keep") return previewWords.keep;
  return token.startsWith("-") ? previewWords.back : "";
}
