// Where the cells of a scene lie in the drawing: one board unit is UNIT long, y grows downwards.

import type { Cell, Scene, Shape } from "../scene/scene";

export const UNIT = 40;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Which point of a drawing is looked at, and how much zoomedBox than usual. */
export interface Zoom {
  readonly at: Point;
  readonly by: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

interface Spacing {
  readonly across: number;
  readonly down: number;
  readonly beside: number; // room left and right of the outermost centres, and …
  readonly above: number; // … above and below
}

// A hex of radius 1 is √3 wide, and its rows lie 1.5 apart; circles lie half a unit apart.
const SPACING: Readonly<Record<Shape, Spacing>> = {
  hexes: { across: Math.sqrt(3) / 2, down: 1.5, beside: 1.6, above: 1.35 },
  circles: { across: 1 / 2, down: Math.sqrt(3) / 2, beside: 1.05, above: 1.45 },
  squares: { across: 1, down: 1, beside: 0.62, above: 0.62 },
  tiles: { across: 1, down: 1, beside: 0.62, above: 0.62 },
};
const NAMES = 0.36; // more room, left and below, for the names of rows and columns

export interface Layout {
  readonly box: Box;
  readonly turned: boolean;
  at(place: Point): Point;
}

/** Is the board made of squares, whose rows and columns have names of their own? */
export function hasSquareCells(shape: Shape): boolean {
  return shape === "squares" || shape === "tiles";
}

/**
 * The drawing of this scene; `turned`: seen from the other side of the table; `named`: with room for
 * the names of rows and columns.
 */
export function layoutOf(scene: Scene, turned = false, named = true): Layout {
  const { across, down, beside, above } = SPACING[scene.shape];
  const sign = turned ? -1 : 1;
  const at = ({ x, y }: Point): Point => ({ x: sign * x * across * UNIT, y: sign * y * down * UNIT });
  const more = (cell: Cell): number => (cell.ground === "home" ? 0.5 : 0);
  const spots = scene.cells.map((cell) => {
    const [wide, high] = [beside + more(cell), above + more(cell)];
    return { ...at(cell), wide: wide * UNIT, high: high * UNIT };
  });
  const names = named && hasSquareCells(scene.shape) ? NAMES * UNIT : 0;
  const left = Math.min(...spots.map((spot) => spot.x - spot.wide)) - names;
  const top = Math.min(...spots.map((spot) => spot.y - spot.high));
  const right = Math.max(...spots.map((spot) => spot.x + spot.wide));
  const bottom = Math.max(...spots.map((spot) => spot.y + spot.high)) + names;
  return { box: { x: left, y: top, width: right - left, height: bottom - top }, turned, at };
}

/** A part of a drawing, so many times zoomedBox, around a point as far as the drawing reaches. */
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

/** How wide one place is in the drawing. */
export function widthOf(shape: Shape): number {
  return UNIT * (shape === "hexes" ? Math.sqrt(3) : 1);
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

/** The cells whose centres are the nearest ones around this one, of any shape of board. */
export function neighbours(cell: Cell, shape: Shape, cells: readonly Cell[]): Cell[] {
  const hexed = shape === "hexes" || shape === "circles";
  return cells.filter((other) => {
    const [dx, dy] = [Math.abs(cell.x - other.x), Math.abs(cell.y - other.y)];
    if (hexed) return (dx === 2 && dy === 0) || (dx === 1 && dy === 1);
    const reach = cell.ground === "home" || other.ground === "home" ? 1.5 : 1;
    return (dx === reach && dy < reach) || (dy === reach && dx < reach);
  });
}
