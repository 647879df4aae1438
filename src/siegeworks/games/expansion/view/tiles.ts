// Tiles of four cells, and which seat nearly captures one (R7).

import { type Layout, type Point, UNIT } from "game-api/layout";
import type { Cell, Scene } from "game-api/scene";

export interface Tile {
  readonly name: string; // its lower left cell
  readonly cells: readonly Cell[];
  readonly owner: string | null;
  readonly centre: boolean;
  readonly leader: string | null; // the seat that is one minion ahead, of the two it needs
}

export function tilesOf(scene: Scene): Tile[] {
  const groups = new Map<string, Cell[]>();
  for (const cell of scene.cells) {
    const key = `${Math.floor(cell.x / 2)} ${Math.floor(cell.y / 2)}`;
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return [...groups.values()].map(tileOf);
}

function tileOf(cells: readonly Cell[]): Tile {
  const count = (seat: string): number => cells.filter((cell) => cell.piece?.seat === seat).length;
  const lead = count("suns") - count("moons");
  const owner = cells[0]?.seat ?? null;
  return {
    name: cells.map((cell) => cell.name).sort()[0] ?? "",
    cells,
    owner,
    centre: cells[0]?.ground === "centre",
    leader: owner === null && Math.abs(lead) === 1 ? (lead > 0 ? "suns" : "moons") : null,
  };
}

/** The upper left corner of a tile in the drawing. */
export function cornerOf({ cells }: Tile, layout: Layout): Point {
  const spots = cells.map((cell) => layout.at(cell));
  return { x: Math.min(...spots.map((spot) => spot.x)) - UNIT / 2, y: Math.min(...spots.map((spot) => spot.y)) - UNIT / 2 };
}
