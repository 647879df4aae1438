// The lines of the board of 37 circles, and what towers see along them (R1, R5).

import type { Scene } from "game-api/scene";
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

const WORTH = /; \w+ \d+, (\w+) \d+, others/; // "3 points; blue 4, yellow 2, others 1"

/** The colour of a seat's peasants (R2), as its hand says. */
export function peasantOf(seat: string, { trays }: Scene): string {
  const hand = trays.find((tray) => tray.title === "Hand" && tray.seat === seat);
  return WORTH.exec(hand?.note ?? "")?.[1] ?? "";
}

/** The seats of all towers by their circles; null: the neutral one. */
export type Towers = ReadonlyMap<string, string | null>;

export function towersOf(scene: Scene): Map<string, string | null> {
  return new Map(
    scene.cells.flatMap(({ name, piece }) => (piece?.kind.endsWith("tower") ? [[name, piece.seat] as const] : [])),
  );
}

/** The circles that a tower on this one sees in each direction, as far as the next tower (R5). */
function views(towers: Towers, circle: string): string[][] {
  return DIRECTIONS.map((direction) => {
    const seen = ray(circle, direction);
    const blocked = seen.findIndex((name) => towers.has(name));
    return seen.slice(0, blocked < 0 ? undefined : blocked);
  });
}

/** All circles that a tower here sees. */
export const seenFrom = (towers: Towers, circle: string): string[] => views(towers, circle).flat();

/** The nearest tower in each direction: those that see a stone here (R5). */
export const towersSeenFrom = (towers: Towers, circle: string): string[] =>
  DIRECTIONS.flatMap((direction) => ray(circle, direction).find((name) => towers.has(name)) ?? []);

/** The points of each seat, in the order in which they were found. */
export function sumsOf(scores: readonly wire.Points[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { seat, points } of scores) sums.set(seat, (sums.get(seat) ?? 0) + points);
  return sums;
}
