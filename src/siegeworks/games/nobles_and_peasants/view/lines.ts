// The lines of the board of 37 circles as they are drawn (R1), and points added up.

import type * as wire from "game-api/wire";

const ROWS = [4, 5, 6, 7, 6, 5, 4];
const DIRECTIONS = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]] as const;

// Coordinates as in the scene: half units to the right, rows downwards.
const PLACES = new Map<string, readonly [number, number]>();
ROWS.forEach((length, row) => {
  for (let i = 0; i < length; i++) {
    PLACES.set(`${"abcdefg"[row]}${i + 1}`, [2 * i + Math.abs(row - 3), row]);
  }
});
const NAMES = new Map([...PLACES].map(([name, [x, y]]) => [`${x} ${y}`, name]));

/** The circles from this one in one direction, nearest first. */
function ray(circle: string, [dx, dy]: readonly [number, number]): string[] {
  const [x, y] = PLACES.get(circle) ?? [NaN, NaN];
  const found: string[] = [];
  for (let i = 1; ; i++) {
    const name = NAMES.get(`${x + i * dx} ${y + i * dy}`);
    if (name === undefined) return found;
    found.push(name);
  }
}

/** The 21 lines of the board (R1). */
export const LINES: readonly (readonly string[])[] = [...PLACES.keys()].flatMap((circle) =>
  DIRECTIONS.slice(0, 3)
    .filter(([dx, dy]) => ray(circle, [-dx, -dy]).length === 0)
    .map((direction) => [circle, ...ray(circle, direction)]),
);

/** The points of each seat, in the order in which they were found. */
export function sumsOf(scores: readonly wire.Points[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { seat, points } of scores) sums.set(seat, (sums.get(seat) ?? 0) + points);
  return sums;
}
