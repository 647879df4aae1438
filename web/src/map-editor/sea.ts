// The sea on which a map is drawn: rows of hexes around a middle one, as high as a map may be; and the images of each
// hex around it, which symmetry draws too.

import { canonicalRows, MAX_ROWS } from "../maps/map-code";

/** A hex of the sea. The middle is 0, 0; x and y together are always even. */
export interface Spot {
  readonly x: number; // half hexes to the right
  readonly y: number; // rows downwards
}

export type Ground = "land" | "fortress";

/** A drawing: the hexes that are not sea, by `keyOf`. */
export type DrawnMap = ReadonlyMap<string, Ground>;

export const TOP = -12;
export const BOTTOM = TOP + MAX_ROWS - 1;

const LEAST_REACH = 30;
const ROOM = 10; // half hexes of sea beside a wide map
const DIRECTIONS = [[-1, -1], [1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0]] as const;

export const keyOf = ({ x, y }: Spot): string => `${x} ${y}`;

export function spotOf(key: string): Spot {
  const [x = 0, y = 0] = key.split(" ").map(Number);
  return { x, y };
}

/** How far the sea reaches to each side for this map, in half hexes. */
export function reachOf(map: DrawnMap): number {
  const farthest = Math.max(0, ...[...map.keys()].map((key) => Math.abs(spotOf(key).x)));
  return Math.max(LEAST_REACH, farthest + ROOM);
}

export function inSea({ x, y }: Spot, reach: number): boolean {
  return y >= TOP && y <= BOTTOM && Math.abs(x) <= reach && (x + y) % 2 === 0;
}

export function seaOf(reach: number): Spot[] {
  const spots: Spot[] = [];
  for (let y = TOP; y <= BOTTOM; y++) {
    for (let x = -reach; x <= reach; x++) if (inSea({ x, y }, reach)) spots.push({ x, y });
  }
  return spots;
}

/** The hex next to this one, towards the upper left (0) and on clockwise. */
export function neighbour({ x, y }: Spot, direction: number): Spot {
  const [dx, dy] = DIRECTIONS[direction % DIRECTIONS.length] ?? [0, 0];
  return { x: x + dx, y: y + dy };
}

/** The hexes on the straight way from one to another, without the first. */
export function wayBetween(from: Spot, to: Spot): Spot[] {
  const steps = Math.max(Math.abs(to.y - from.y), (Math.abs(to.x - from.x) + Math.abs(to.y - from.y)) / 2);
  const part = (a: number, b: number, i: number): number => a + ((b - a) * i) / steps;
  return Array.from({ length: steps }, (_, i) => nearestSpot(part(from.x, to.x, i + 1), part(from.y, to.y, i + 1)));
}

/** The hex nearest to a place between hexes. */
export function nearestSpot(x: number, y: number): Spot {
  const near = [Math.floor(y), Math.floor(y) + 1].map((row) => ({ x: 2 * Math.round((x - row) / 2) + row, y: row }));
  const far = (spot: Spot): number => Math.hypot((spot.x - x) * (Math.sqrt(3) / 2), (spot.y - y) * 1.5);
  return near.reduce((a, b) => (far(b) < far(a) ? b : a));
}

/** The upper left corner of what is drawn: the first row, and the leftmost half hex. */
export function cornerOf(map: DrawnMap): Spot {
  const spots = [...map.keys()].map(spotOf);
  return { x: Math.min(...spots.map(({ x }) => x)), y: Math.min(...spots.map(({ y }) => y)) };
}

/** The rows of a map's file. */
export function rowsOf(map: DrawnMap): string[] {
  const lines: string[][] = [];
  const corner = cornerOf(map);
  for (const [key, ground] of map) {
    const { x, y } = spotOf(key);
    (lines[y - corner.y] ??= [])[x - corner.x] = ground === "fortress" ? "F" : ".";
  }
  return Array.from(lines, (line) => Array.from(line ?? [], (sign) => sign ?? " ").join(""));
}

export const rowsIn = (map: DrawnMap): number => rowsOf(map).length;

/** The map of these rows in the middle of the sea. */
export function mapOf(rows: readonly string[]): DrawnMap {
  const drawn = canonicalRows(rows);
  const hexes = drawn.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === " " ? [] : [{ x, y, sign }])));
  const first = hexes[0];
  if (!first) return new Map();
  const right = Math.max(...hexes.map(({ x }) => x));
  let left = Math.round(right / 2);
  let top = Math.floor((drawn.length - 1) / 2);
  if ((first.x - left + first.y - top) % 2 !== 0) {
    if (drawn.length === MAX_ROWS) left += 1;
    else top += top < -TOP ? 1 : -1; // rather than sideways, where maps are mirrored more often
  }
  return new Map(
    hexes.map(({ x, y, sign }) => [keyOf({ x: x - left, y: y - top }), sign === "F" ? "fortress" : "land"]),
  );
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The name of a hex (R1), as long as the upper left corner of the drawing is this one. */
export function nameOf({ x, y }: Spot, corner: Spot): string {
  return `${LETTERS[y - corner.y] ?? ""}${Math.floor((x - corner.x) / 2) + 1}`;
}

/** The hex of this name; null if it is none. */
export function spotNamed(name: string, corner: Spot): Spot | null {
  const [, letter, number] = /^([a-z])([1-9]\d*)$/.exec(name) ?? [];
  if (!letter || !number) return null;
  const y = corner.y + LETTERS.indexOf(letter);
  const x = corner.x + 2 * (Number(number) - 1);
  return { x: (x + y) % 2 === 0 ? x : x + 1, y };
}

export type Symmetry = "none" | "left-right" | "top-bottom" | "both" | "turn-180" | "turn-120" | "turn-60" | "hexagon";

type Motion = (spot: Spot) => Spot;

const leftRight: Motion = ({ x, y }) => ({ x: 0 - x, y });
const topBottom: Motion = ({ x, y }) => ({ x, y: 0 - y });
const turn60: Motion = ({ x, y }) => ({ x: (x - 3 * y) / 2, y: (x + y) / 2 });
const turn120: Motion = (spot) => turn60(turn60(spot));
const turn180: Motion = ({ x, y }) => ({ x: 0 - x, y: 0 - y });

// The motions of which all others are made.
const MOTIONS: Readonly<Record<Symmetry, readonly Motion[]>> = {
  none: [],
  "left-right": [leftRight],
  "top-bottom": [topBottom],
  both: [leftRight, topBottom],
  "turn-180": [turn180],
  "turn-120": [turn120],
  "turn-60": [turn60],
  hexagon: [turn60, leftRight],
};

export const SYMMETRIES = Object.keys(MOTIONS) as readonly Symmetry[];

export function imagesOf(spot: Spot, symmetry: Symmetry): Spot[] {
  const images = new Map([[keyOf(spot), spot]]);
  for (const image of images.values()) {
    for (const moved of MOTIONS[symmetry].map((motion) => motion(image))) images.set(keyOf(moved), moved);
  }
  return [...images.values()];
}

/** The mirrors of a symmetry, as directions from the middle in half hexes and rows. */
export const AXES: Readonly<Record<Symmetry, readonly Spot[]>> = {
  none: [],
  "left-right": [{ x: 0, y: 1 }],
  "top-bottom": [{ x: 1, y: 0 }],
  both: [{ x: 0, y: 1 }, { x: 1, y: 0 }],
  "turn-180": [],
  "turn-120": [],
  "turn-60": [],
  hexagon: [{ x: 0, y: 1 }, { x: 1, y: 0 }, { x: 1, y: 1 }, { x: 1, y: -1 }, { x: 3, y: 1 }, { x: 3, y: -1 }],
};
