// What a tower sees and scores (R5), and what a stone is to each seat (R2).

import { byName, type Cell, type Piece, type Scene } from "../../scene/scene";
import type { PieceInfo, PieceInfoOf } from "../piece-info";
import { peasantOf, seenFrom, towersOf, towersSeenFrom } from "./lines";
import { pieceWords as words, type Role } from "./piece-words";

/** The seats, each named by its noble: those that have a hand. */
export const seatsIn = ({ trays }: Scene): string[] => trays.flatMap(({ title, seat }) => (title === "Hand" && seat ? [seat] : []));

/** What a colour is to each seat. */
export function rolesOf(color: string, scene: Scene): Role[] {
  const seats = seatsIn(scene);
  return seats.map((seat) => ({
    seat, role: color === seat ? "noble" : color === peasantOf(seat, seats.length) ? "peasant" : "foreigner",
  }));
}

function tower(seat: string, cell: Cell | null, scene: Scene): PieceInfo {
  const peasant = peasantOf(seat, seatsIn(scene).length);
  const title = words.tower(seat);
  if (!cell) return { title, lines: [words.inHand, words.scores(seat, peasant)], reach: [] };
  const seen = seenFrom(towersOf(scene), cell.name).flatMap((name) => byName(scene).get(name) ?? []);
  const peasants = seen.filter(({ piece }) => piece?.kind === "stone" && piece.color === peasant).length;
  return {
    title,
    lines: [words.scores(seat, peasant), words.last(peasants, peasant)],
    reach: seen.filter(({ piece }) => !piece).map(({ name }) => name),
  };
}

function stone({ color }: Piece, cell: Cell | null, scene: Scene): PieceInfo {
  const roles = rolesOf(color ?? "", scene);
  const lines = roles.length > 0 ? [words.roles(roles)] : [];
  const title = words.stone(color ?? "");
  if (!cell) return { title, lines: [...lines, words.inRow], reach: [] };
  const peasants = roles.filter(({ role }) => role === "peasant").map(({ seat }) => seat);
  const towers = towersSeenFrom(towersOf(scene), cell.name).filter((name) => peasants.includes(byName(scene).get(name)?.piece?.seat ?? ""));
  return { title, lines: [...lines, peasants.length > 0 ? words.peasantOf(peasants) : words.placed], reach: towers };
}

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (!piece) return null;
  if (piece.kind === "stone") return stone(piece, cell, scene);
  if (piece.kind === "tower" && piece.seat) return tower(piece.seat, cell, scene);
  return { title: words.neutral, lines: [words.neutralLine], reach: [] };
};
