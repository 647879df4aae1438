// The land as it is drawn, the hexes of an army, and the army that the pointer aims at.

import type { Layout, Point } from "game-api/layout";
import { byName, type Cell, type Scene } from "game-api/scene";

const ARMY = 4; // hexes
/** To the neighbours of a hex. */
export const DIRECTIONS = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]] as const;

type Grid = ReadonlyMap<string, Cell>;

const key = (x: number, y: number): string => `${x} ${y}`;

const GRIDS = new WeakMap<readonly Cell[], Grid>();

function gridOf(cells: readonly Cell[]): Grid {
  const grid = GRIDS.get(cells) ?? new Map(cells.map((cell) => [key(cell.x, cell.y), cell]));
  GRIDS.set(cells, grid);
  return grid;
}

function around(grid: Grid, cell: Cell): Cell[] {
  return DIRECTIONS.flatMap(([dx, dy]) => grid.get(key(cell.x + dx, cell.y + dy)) ?? []);
}

/** How far each hex is from the coast, from 0 to 1. */
export function inland(cells: readonly Cell[]): ReadonlyMap<string, number> {
  const grid = gridOf(cells);
  const steps = new Map<string, number>();
  let shore = cells.filter((cell) => around(grid, cell).length < DIRECTIONS.length);
  for (let depth = 0; shore.length > 0; depth++) {
    for (const cell of shore) steps.set(cell.name, depth);
    shore = [...new Set(shore.flatMap((cell) => around(grid, cell)))].filter((cell) => !steps.has(cell.name));
  }
  const far = Math.max(1, ...steps.values());
  return new Map([...steps].map(([name, depth]) => [name, depth / far]));
}

/** The four hexes of an army between its ends, `d3-d6` or `b6-e8`; empty if they are not in a line. */
export function hexesOf(token: string, scene: Scene): Cell[] {
  const [from, to] = token.split("-").map((name) => byName(scene).get(name));
  if (!from || !to) return [];
  const [dx, dy] = [(to.x - from.x) / (ARMY - 1), (to.y - from.y) / (ARMY - 1)];
  const grid = gridOf(scene.cells);
  const hexes = Array.from({ length: ARMY }, (_, i) => grid.get(key(from.x + i * dx, from.y + i * dy)));
  return hexes.every((hex) => hex !== undefined) ? (hexes as Cell[]) : [];
}

/** The sides of these hexes beyond which none of them lies, as a path; `at` is where things are drawn. */
export function borderOf(hexes: readonly Cell[], at: (place: Point) => Point): string {
  const inside = new Set(hexes.map(({ x, y }) => key(x, y)));
  return hexes.flatMap((hex) => {
    const middle = at(hex);
    return DIRECTIONS.flatMap(([dx, dy]) => {
      const [x, y] = [hex.x + dx, hex.y + dy];
      if (inside.has(key(x, y))) return [];
      const other = at({ x, y });
      const [wide, high] = [(other.x - middle.x) / 2, (other.y - middle.y) / 2];
      const [across, down] = [-high / Math.sqrt(3), wide / Math.sqrt(3)]; // half a side
      const [sideX, sideY] = [middle.x + wide, middle.y + high];
      const text = (number: number): string => number.toFixed(1);
      return `M${text(sideX - across)} ${text(sideY - down)}L${text(sideX + across)} ${text(sideY + down)}`;
    });
  }).join("");
}

/** Armies by how well they fit the pointer, best first. */
export function orderByPointer(tokens: readonly string[], at: Point, scene: Scene, layout: Layout): readonly string[] {
  const distance = (token: string): number => {
    const spots = hexesOf(token, scene).map((hex) => layout.at(hex));
    const [first, last] = [spots[0], spots.at(-1)];
    if (!first || !last) return Infinity;
    return Math.hypot((first.x + last.x) / 2 - at.x, (first.y + last.y) / 2 - at.y);
  };
  return tokens
    .map((token) => ({ token, distance: distance(token) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ token }) => token);
}
