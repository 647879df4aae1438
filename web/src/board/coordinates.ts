// The names of rows and columns at the edge of the board, and of places that have names of their own.

import { hasSquareCells, type Layout, ON_LINES, UNIT } from "../game-api/layout";
import type { Cell, Scene } from "../game-api/scene";

export interface Coordinate {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number; // of its letters, if it is not that of the others
}

const partsOf = (cell: Cell): string[] => ON_LINES.exec(cell.name)?.slice(1) ?? [];

/** Whether a place is called by a word, such as "left1", which is written in its corner, beside a round piece. */
const isWord = (name: string): boolean => /^[a-z]{2,}\d*$/.test(name);

/** What is written where; `size`: of the letters. A row of hexes does not always begin at 1, so it shows the name
 *  of its first hex. */
export function coordinatesOf(scene: Scene, layout: Layout, size: number): Coordinate[] {
  const hexed = scene.shape === "hexes";
  const coordinates = new Map<string, Coordinate>();
  const { x: left, y: top, height } = layout.box;
  for (const cell of scene.cells) {
    if (isWord(cell.name)) {
      const { x, y } = layout.at(cell);
      const size = UNIT * Math.min(0.11, 1.6 / cell.name.length);
      coordinates.set(cell.name, { label: cell.name, x: x - 0.47 * UNIT + 0.27 * size * cell.name.length, y: y - 0.43 * UNIT, size });
    }
    const [letter, digits] = partsOf(cell);
    if (!letter || !digits) continue;
    const { x, y } = layout.at(cell);
    if (hasSquareCells(scene.shape)) {
      const [below, beside] = layout.turns % 2 ? [digits, letter] : [letter, digits];
      coordinates.set(`x${x}`, { label: below, x, y: top + height - UNIT * 0.24 });
      coordinates.set(`y${y}`, { label: beside, x: left + UNIT * 0.24, y });
    } else {
      const half = 0.29 * size * cell.name.length; // of the width of a hex's name
      const at = hexed ? Math.max(x - UNIT * 0.94 - half, left + half) : x - UNIT * 0.68;
      if (at < (coordinates.get(`y${y}`)?.x ?? Infinity)) coordinates.set(`y${y}`, { label: hexed ? cell.name : letter, x: at, y });
    }
  }
  return [...coordinates.values()];
}
