// What a tower sees and scores (R5), and what a stone is to each seat (R2).

import { done, drawn, type LegendEntry, type LegendOf, type PieceInfo, type PieceInfoOf } from "game-api/explanations";
import type { Cell, Piece, Scene } from "game-api/scene";
import { legendWords, pieceWords, type Role } from "./explanation-words";
import PointsSample from "./PointsSample.svelte";
export { optionWords } from "./explanation-words";

/** The seats, each named by its noble: those that have a hand. */
const seatsIn = ({ trays }: Scene): string[] => trays.flatMap(({ title, seat }) => (title === "Hand" && seat ? [seat] : []));

/** The colour of a seat's peasants (R2): what is worth more than foreigners, beside its nobles. */
const peasantOf = (seat: string, { worth }: Scene): string => Object.keys(worth?.[seat] ?? {}).find((color) => color !== seat) ?? "";

/** What a colour is to each seat. */
function rolesOf(color: string, scene: Scene): Role[] {
  return seatsIn(scene).map((seat) => ({
    seat, role: color === seat ? "noble" : color === peasantOf(seat, scene) ? "peasant" : "foreigner",
  }));
}

function tower(seat: string, cell: Cell | null, scene: Scene): PieceInfo {
  const peasant = peasantOf(seat, scene);
  const title = pieceWords.tower(seat);
  if (!cell) return { title, lines: [pieceWords.inHand, pieceWords.scores(seat, peasant)], reach: [] };
  const sight = scene.reaches?.get(cell.name);
  return { title, lines: [pieceWords.scores(seat, peasant), ...(sight ? [sight.sentence] : [])], reach: sight?.places ?? [] };
}

function stone({ color }: Piece, cell: Cell | null, scene: Scene): PieceInfo {
  const roles = rolesOf(color ?? "", scene);
  const lines = roles.length > 0 ? [pieceWords.roles(roles)] : [];
  const title = pieceWords.stone(color ?? "");
  if (!cell) return { title, lines: [...lines, pieceWords.inRow], reach: [] };
  const peasants = roles.filter(({ role }) => role === "peasant").map(({ seat }) => seat);
  const reach = scene.reaches?.get(cell.name)?.places ?? [];
  return { title, lines: [...lines, peasants.length > 0 ? pieceWords.peasantOf(peasants) : pieceWords.placed], reach };
}

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (!piece) return null;
  if (piece.kind === "stone") return stone(piece, cell, scene);
  if (piece.kind === "tower" && piece.seat) return tower(piece.seat, cell, scene);
  return { title: pieceWords.neutral, lines: [pieceWords.neutralLine], reach: [] };
};

// The legend -------------------------------------------------------------------------------------

/** Three circles in a row. */
function row(...pieces: readonly (Piece | null)[]): Scene {
  const cells = [0, 1, 2].map((i): Cell => ({
    name: `d${i + 1}`, x: 2 * i, y: 0, ground: "circle", seat: null, piece: pieces[i] ?? null, border: [],
  }));
  return { shape: "circles", cells, trays: [], chains: [], notes: [], goal: "", task: "" };
}

export const legend: LegendOf = (scene) => {
  const [seat = "blue"] = seatsIn(scene);
  const stones = ["blue", "yellow", "red", "green"].map((color): LegendEntry => ({
    name: legendWords.stone(color), explanation: pieceWords.roles(rolesOf(color, scene)), piece: drawn("stone", null, { color }),
  }));
  const tower = drawn("tower", seat, { color: seat });
  const other = drawn("neutral tower", null, { color: "red" });
  const stone = drawn("stone", null, { color: seat });
  const entries: LegendEntry[] = [
    { ...legendWords.tower, piece: tower },
    { name: legendWords.neutral, explanation: pieceWords.neutralLine, piece: other },
    ...stones,
    { ...legendWords.points, Drawing: PointsSample },
    { ...legendWords.scored, ...done(seat, "R@d3", row(tower, null, stone), { way: ["d3"], points: [{ seat, points: 4, place: "d1" }] }) },
    { ...legendWords.looks, ...done(seat, "T@d1", row(tower, null, other), { way: ["d1"], sight: ["d2"] }) },
  ];
  return { entries, unused: ["capture"] };
};
