// The lines of the board of 37 circles as they are drawn (R1).

import type { Point } from "game-api/layout";

/** The circles, with coordinates as in the scene: half units to the right, rows downwards. */
const CIRCLES = [4, 5, 6, 7, 6, 5, 4].flatMap((length, y) =>
  Array.from({ length }, (_, i) => ({ name: `${"abcdefg"[y]}${i + 1}`, x: 2 * i + Math.abs(y - 3), y })),
);
/** What all circles of a line share, in each of the three directions. */
const SHARED = [({ y }: Point) => y, ({ x, y }: Point) => x - y, ({ x, y }: Point) => x + y];

/** The 21 lines of the board (R1), from end to end. */
export const LINES: readonly (readonly string[])[] = SHARED.flatMap((shared) =>
  [...new Set(CIRCLES.map(shared))].map((line) => CIRCLES.filter((circle) => shared(circle) === line).map(({ name }) => name)),
);
