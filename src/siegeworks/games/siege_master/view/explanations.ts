// Whose army or fortress it is, and how much room is left in the area of a neutral fortress.

import { done, drawn, type LegendEntry, type LegendOf, type PieceInfoOf, seatsOf } from "game-api/explanations";
import type { Cell, Scene } from "game-api/scene";
import AllowedSample from "./AllowedSample.svelte";
import { legendWords, pieceWords } from "./explanation-words";
import GhostSample from "./GhostSample.svelte";
export { optionWords } from "./explanation-words";

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (piece?.kind === "army") {
    const chain = scene.chains.find((places) => cell && places.includes(cell.name)) ?? [];
    const reach = scene.reaches?.get(chain[0] ?? "")?.places ?? []; // where the next one must touch it
    const title = pieceWords.army(piece.seat ?? "", chain.length > 0 ? `${chain[0]}–${chain.at(-1)}` : "");
    return { title, lines: [pieceWords.armyLine, ...(reach.length > 0 ? [pieceWords.binds] : [])], reach };
  }
  if (piece?.kind === "fortress" || cell?.ground === "fortress") {
    const seat = cell ? cell.seat : (piece?.seat ?? null);
    if (seat) return { title: pieceWords.captured(seat), lines: [pieceWords.capturedLine], reach: [] };
    const area = scene.reaches?.get(cell?.name ?? "");
    return { title: pieceWords.neutral, lines: [pieceWords.neutralLine, ...(area ? [area.sentence] : [])], reach: area?.places ?? [] };
  }
  if (!cell || piece) return null;
  if (cell.barred) return { title: pieceWords.barred, lines: [pieceWords.barredLine], reach: [] };
  return cell.closed ? { title: pieceWords.closed, lines: [pieceWords.closedLine], reach: [] } : null;
};

// The legend -------------------------------------------------------------------------------------

const HEXES = ["a1", "a2", "a3", "a4"];

function land(cells: readonly Partial<Cell>[], chains: Scene["chains"] = []): Scene {
  const hexes = cells.map((cell, i): Cell => ({
    name: `a${i + 1}`, x: 2 * i, y: 0, ground: "land", seat: null, piece: null, border: [], ...cell,
  }));
  return { shape: "hexes", cells: hexes, trays: [], chains, notes: [], goal: "", task: "" };
}

export const legend: LegendOf = (scene) => {
  const [seat = "red"] = seatsOf(scene);
  const fortress = { name: "b1", x: 1, y: 1, ground: "fortress", closed: true };
  const beside = { name: "b2", x: 3, y: 1, closed: true };
  const army = Array<Partial<Cell>>(4).fill({ piece: drawn("army", seat) });
  const entries: LegendEntry[] = [
    { ...legendWords.army, scene: land(army, [HEXES]) },
    { ...legendWords.glow, scene: land(army, [HEXES]), last: HEXES },
    { ...legendWords.ghost, Drawing: GhostSample },
    { ...legendWords.neutral, piece: drawn("fortress", null) },
    { ...legendWords.captured, piece: drawn("fortress", seat) },
    { ...legendWords.closed, scene: land([{ closed: true }, { closed: true }]) },
    { ...legendWords.allowed, Drawing: AllowedSample },
    {
      ...legendWords.taken,
      ...done(seat, "a1-a4", land([...army, { ...fortress, seat }, beside], [HEXES]), {
        way: HEXES, closed: ["b1", "b2"], captures: [{ place: "b1", seat }],
      }),
    },
  ];
  return { entries, unused: ["selected", "movable", "capture", "last", "arrow"] };
};
