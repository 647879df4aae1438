// The land of a map: how far inland each hex is, and which areas no army fits into (R4, R6).

import { byName, type Cell, type Scene } from "../../scene/scene";

const ARMY = 4; // hexes
const DIRECTIONS = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]] as const;

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
    shore = [...new Set(shore.flatMap((cell) => around(grid, cell)))].filter(
      (cell) => !steps.has(cell.name),
    );
  }
  const far = Math.max(1, ...steps.values());
  return new Map([...steps].map(([name, depth]) => [name, depth / far]));
}

const isFree = (cell: Cell | undefined): boolean => cell?.ground === "land" && !cell.piece;

/** Whether an army fits with its first hex here, in one of three directions (R4). */
function fitsFrom(grid: Grid, cell: Cell): boolean {
  return DIRECTIONS.slice(0, 3).some(([dx, dy]) =>
    Array.from({ length: ARMY }, (_, i) => grid.get(key(cell.x + i * dx, cell.y + i * dy))).every(isFree),
  );
}

/** The free hexes of areas that no army fits into (R6). */
export function closedLand(scene: Scene): ReadonlySet<string> {
  const grid = gridOf(scene.cells);
  const left = new Set(scene.cells.filter((cell) => !cell.piece));
  const closed = new Set<string>();
  for (const start of left) {
    const area = [start];
    left.delete(start);
    for (const cell of area) {
      for (const next of around(grid, cell)) {
        if (left.delete(next)) area.push(next);
      }
    }
    if (!area.some((cell) => fitsFrom(grid, cell))) area.forEach((cell) => closed.add(cell.name));
  }
  return closed;
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
