// What a tile is, and which enemy tiles it reaches: with attacks in its column (R4), or as a hidden Spy.

import type { Cell, Piece, Scene } from "../../scene/scene";
import type { PieceInfo, PieceInfoOf } from "../piece-info";
import { KINDS, tileWords as words } from "./piece-words";
import { SYMBOLS } from "./symbols";

const HIDDEN = "Face down"; // the title of the tray of tiles whose places are hidden

const column = ({ name }: Cell): string => name[1] ?? "";
const rank = ({ name }: Cell): number => Number(name.slice(2));

/** The enemy tiles that a tile reaches from its cell. */
function reachOf(piece: Piece, from: Cell, scene: Scene): Cell[] {
  const enemies = scene.cells.filter((cell) => cell.piece && cell.piece.seat !== piece.seat);
  if (piece.kind === "spy") return piece.face_down ? enemies.filter((cell) => cell.piece?.face_down) : [];
  const range = KINDS[piece.kind]?.range ?? 0;
  return enemies.filter((cell) => column(cell) === column(from) && rank(cell) + rank(from) <= range);
}

/** A tile that the viewer does not know. */
function hidden(piece: Piece, scene: Scene): PieceInfo {
  const seat = piece.seat ?? "";
  const tray = scene.trays.find((one) => one.title === HIDDEN && one.seat === seat);
  const counts = new Map<string, number>();
  for (const { kind } of tray?.pieces ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const lines = [words.hidden(seat), ...(counts.size > 0 ? [words.hiddenAmong(counts)] : [])];
  return { title: words.hiddenTitle(seat), lines, reach: [] };
}

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (!piece) return null;
  const kind = KINDS[piece.kind];
  if (!kind) return hidden(piece, scene);
  const title = words.title(piece.kind, SYMBOLS[piece.kind]?.pips ?? 0, piece.seat, piece.face_down && cell !== null);
  const isFoundOut = piece.kind === "spy" && cell !== null && !piece.face_down;
  const lines = [isFoundOut ? words.foundOut : kind.sentence];
  if (!cell || !piece.seat) return { title, lines, reach: [] };
  const reach = reachOf(piece, cell, scene);
  if (kind.range && reach.length === 0) lines.push(words.reachesNone);
  return { title, lines, reach: reach.map(({ name }) => name) };
};
