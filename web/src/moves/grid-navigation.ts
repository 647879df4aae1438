// Keyboard navigation on the board.

import type { Cell } from "../game-api/scene";

// Six directions, clockwise, as the keys surround each other; one cell to the right is two half units.
const HEX_KEYS: Readonly<Record<string, readonly [number, number]>> = {
  q: [-1, -1], w: [1, -1], e: [2, 0], d: [1, 1], s: [-1, 1], a: [-2, 0],
};

/** The neighbour in the direction of this key; `sign` is −1 on a flipped board. */
export function hexNeighbour(key: string, cell: Cell, near: readonly Cell[], sign: number): Cell | null {
  const [dx, dy] = HEX_KEYS[key.toLowerCase()] ?? [0, 0];
  const neighbour = near.find((other) => other.x - cell.x === sign * dx && other.y - cell.y === sign * dy);
  return dx === 0 ? null : (neighbour ?? null);
}

/** The cell to the left or right, or the nearest one in the row above or below. */
export function rowNeighbour(key: string, cell: Cell, rows: readonly (readonly Cell[])[]): Cell | null {
  const y = rows.findIndex((row) => row.includes(cell));
  const row = rows[y] ?? [];
  const x = row.indexOf(cell);
  if (key === "ArrowLeft") return row[x - 1] ?? null;
  if (key === "ArrowRight") return row[x + 1] ?? null;
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  const other = step === undefined ? undefined : rows[y + step];
  return other ? nearest(cell, other) : null;
}

function nearest(cell: Cell, row: readonly Cell[]): Cell | null {
  const far = (other: Cell): number => Math.abs(other.x - cell.x) + Math.abs(other.y - cell.y); // all of a row are as far in one of them
  return row.reduce<Cell | null>((a, b) => (a === null || far(b) < far(a) ? b : a), null);
}
