// Where the cells of a scene lie in the drawing: one board unit is UNIT long, y grows downwards.

import type { Cell, Scene, Shape } from "./scene";

export const UNIT = 40;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A magnified part of a drawing. */
export interface Zoom {
  readonly at: Point;
  readonly by: number; // the factor
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

// Between centres, and margins around the outermost ones. A hex of radius 1 is √3 wide, and its rows lie 1.5 apart;
// circles lie half a unit apart.
const SPACING = {
  hexes: { x: Math.sqrt(3) / 2, y: 1.5, marginX: 1.6, marginY: 1.35 },
  circles: { x: 1 / 2, y: Math.sqrt(3) / 2, marginX: 1.05, marginY: 1.45 },
  squares: { x: 1, y: 1, marginX: 0.62, marginY: 0.62 },
  tiles: { x: 1, y: 1, marginX: 0.62, marginY: 0.62 },
} satisfies Record<Shape, object>;
const COORDINATES = 0.36; // space on the left and below for the names of rows and columns

/** The name of a cell that says where it lies: "Sb2" is column b, rank 2. A large cell has no such name. */
export const ON_LINES = /^[A-Z]?([a-z])(\d+)$/;

export interface Layout {
  readonly box: Box;
  readonly turns: number; // clockwise quarters that the board is turned by
  at(place: Point): Point;
}

/** Whether cells are squares, so that rows and columns have names. */
export function hasSquareCells(shape: Shape): boolean {
  return shape === "squares" || shape === "tiles";
}

/** A point turned clockwise by so many quarters around the origin. */
function turned({ x, y }: Point, turns: number): Point {
  return turns === 0 ? { x, y } : turned({ x: -y, y: x }, turns - 1);
}

/** The layout of a scene; `turns`: clockwise quarters, of which hexes and circles take only two; `coordinates`:
 *  with space for them. */
export function layoutOf(scene: Scene, turns = 0, coordinates = true): Layout {
  const { x: stepX, y: stepY, marginX, marginY } = SPACING[scene.shape];
  const at = ({ x, y }: Point): Point => turned({ x: x * stepX * UNIT, y: y * stepY * UNIT }, turns);
  const spots = scene.cells.map((cell) => {
    const more = (sizeOf(cell) - 1) / 2;
    return { ...at(cell), wide: (marginX + more) * UNIT, high: (marginY + more) * UNIT };
  });
  const hasLines = hasSquareCells(scene.shape) && scene.cells.some(({ name }) => ON_LINES.test(name));
  const names = coordinates && hasLines ? COORDINATES * UNIT : 0;
  const left = Math.min(...spots.map((spot) => spot.x - spot.wide)) - names;
  const top = Math.min(...spots.map((spot) => spot.y - spot.high));
  const right = Math.max(...spots.map((spot) => spot.x + spot.wide));
  const bottom = Math.max(...spots.map((spot) => spot.y + spot.high)) + names;
  return { box: { x: left, y: top, width: right - left, height: bottom - top }, turns, at };
}

/** The visible part of a zoomed drawing; never beyond its edges. */
export function zoomedBox(box: Box, { at, by }: Zoom): Box {
  const [width, height] = [box.width / by, box.height / by];
  const within = (middle: number, size: number, start: number, whole: number): number =>
    Math.min(Math.max(middle - size / 2, start), start + whole - size);
  return {
    x: within(at.x, width, box.x, box.width),
    y: within(at.y, height, box.y, box.height),
    width,
    height,
  };
}

/** The width of a cell in the drawing. */
export function widthOf(shape: Shape): number {
  return UNIT * (shape === "hexes" ? Math.sqrt(3) : 1);
}

/** The size of a square cell in board units: one whose centre lies between squares is 2 wide and high. */
export function sizeOf({ x, y }: Point): number {
  return Number.isInteger(x) && Number.isInteger(y) ? 1 : 2;
}

const CORNERS = [0, 1, 2, 3, 4, 5].map((i) => {
  const angle = Math.PI / 6 + (i * Math.PI) / 3;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});
const tenths = (length: number): number => Math.round(10 * length) / 10;

/** The corners of a hex with a corner on top, as a polygon's points. */
export function hexagon({ x, y }: Point, radius: number): string {
  return CORNERS.map((corner) => `${tenths(x + radius * corner.x)},${tenths(y + radius * corner.y)}`).join(" ");
}

/** The cells nearest to this one, on a board of any shape. */
export function neighbours(cell: Cell, shape: Shape, cells: readonly Cell[]): Cell[] {
  const hexed = shape === "hexes" || shape === "circles";
  return cells.filter((other) => {
    const [dx, dy] = [Math.abs(cell.x - other.x), Math.abs(cell.y - other.y)];
    if (hexed) return (dx === 2 && dy === 0) || (dx === 1 && dy === 1);
    const reach = (sizeOf(cell) + sizeOf(other)) / 2;
    return (dx === reach && dy < reach) || (dy === reach && dx < reach);
  });
}
