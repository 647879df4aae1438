// Whose army or fortress it is, and how much room is left in the area of a neutral fortress (R6).

import type { Cell, Scene } from "../../scene/scene";
import type { PieceInfoOf } from "../piece-info";
import { areasOf, beside } from "./land";
import { pieceWords as words } from "./piece-words";

const SMALL_AREA = 24; // hexes of an area that can be marked without covering the board with marks

/** The hexes of the army that stands on a cell. */
function chainOf(cell: Cell | null, { chains }: Scene): readonly string[] {
  return chains.find((chain) => cell && chain.includes(cell.name)) ?? [];
}

/** The free hexes beside the last army, if the next one must touch it. */
function touching(chain: readonly string[], scene: Scene): string[] {
  const token = `${chain[0]}-${chain.at(-1)}`;
  return scene.task.includes(`army beside the last one, ${token},`) ? beside(chain, scene) : [];
}

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (piece?.kind === "army") {
    const chain = chainOf(cell, scene);
    const reach = touching(chain, scene);
    const title = words.army(piece.seat ?? "", chain.length > 0 ? `${chain[0]}–${chain.at(-1)}` : "");
    return { title, lines: [words.armyLine, ...(reach.length > 0 ? [words.binds] : [])], reach };
  }
  if (piece?.kind === "fortress" || cell?.ground === "fortress") {
    const seat = cell ? cell.seat : (piece?.seat ?? null);
    if (seat) return { title: words.captured(seat), lines: [words.capturedLine], reach: [] };
    const area = cell && areasOf(scene).get(cell.name);
    const reach = area && area.hexes.length <= SMALL_AREA ? area.hexes : [];
    const size = area ? [words.area(area.hexes.length, area.places)] : [];
    return { title: words.neutral, lines: [words.neutralLine, ...size], reach };
  }
  if (!cell || piece) return null;
  if (cell.barred) return { title: words.barred, lines: [words.barredLine], reach: [] };
  return areasOf(scene).get(cell.name)?.places === 0 ? { title: words.closed, lines: [words.closedLine], reach: [] } : null;
};
