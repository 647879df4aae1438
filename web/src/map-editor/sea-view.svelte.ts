// Which part of the sea is seen, and how large.

import { type Box, hexagon, type Point, UNIT, widthOf } from "../game-api/layout";
import { BOTTOM, nearestSpot, type Spot, TOP } from "./sea";

const STEP_X = (UNIT * Math.sqrt(3)) / 2;
const STEP_Y = UNIT * 1.5;
const MARGIN = UNIT * 1.4; // around the outermost hexes
const HEX = widthOf("hexes");
const MOST_HEX = 88; // pixels that a hex is wide at most
const OPENED_HEX = { least: 16, most: 48 }; // where a map is opened

/** The middle of a hex in the drawing. */
export const middleOf = ({ x, y }: Spot): Point => ({ x: x * STEP_X, y: y * STEP_Y });

const outlines = new Map<string, string>();

/** A hex as part of a path. */
export function outlineOf(spot: Spot, radius: number): string {
  const key = `${spot.x} ${spot.y} ${radius}`;
  const outline = outlines.get(key) ?? `M${hexagon(middleOf(spot), radius)}Z`;
  outlines.set(key, outline);
  return outline;
}

/** The part of the drawing that these hexes take up. */
export function boxAround(spots: readonly Spot[]): Box {
  const [xs, ys] = [spots.map((spot) => middleOf(spot).x), spots.map((spot) => middleOf(spot).y)];
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { x, y, width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y };
}

export const seaBox = (reach: number): Box => boxAround([{ x: -reach, y: TOP }, { x: reach, y: BOTTOM }]);

export class SeaView {
  width = $state(0); // of the element, in pixels
  height = $state(0);
  #middle = $state.raw<Point>({ x: 0, y: 0 });
  #scale = $state(1); // pixels per unit of the drawing

  constructor(private readonly sea: () => Box) {}

  readonly box = $derived.by((): Box => {
    const scale = this.#within(this.#scale);
    const [width, height] = [this.width / scale, this.height / scale];
    const sea = this.sea();
    return {
      x: within(this.#middle.x, width, sea.x, sea.width) - width / 2,
      y: within(this.#middle.y, height, sea.y, sea.height) - height / 2,
      width,
      height,
    };
  });

  readonly isWhole = $derived(this.#within(this.#scale) <= this.#least());
  readonly isNearest = $derived(this.#within(this.#scale) >= MOST_HEX / HEX);

  /** Show all of this, with hexes neither too small to hit nor very large. */
  show({ x, y, width, height }: Box): void {
    const whole = Math.min(this.width / width, this.height / height);
    this.#scale = Math.max(Math.min(whole, OPENED_HEX.most / HEX), OPENED_HEX.least / HEX);
    this.#middle = { x: x + width / 2, y: y + height / 2 };
  }

  /** Magnify, with the place under this pixel staying where it is. */
  zoom(by: number, pixel: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const before = this.at(pixel);
    this.#scale = this.#within(this.#within(this.#scale) * by);
    const after = this.at(pixel);
    this.#middle = { x: this.#seen.x + before.x - after.x, y: this.#seen.y + before.y - after.y };
  }

  move(dx: number, dy: number): void {
    const scale = this.#within(this.#scale);
    this.#middle = { x: this.#seen.x - dx / scale, y: this.#seen.y - dy / scale };
  }

  /** Move so far that this hex is seen. */
  reveal(spot: Spot): void {
    const { x, y } = middleOf(spot);
    const box = this.box;
    const beyond = (at: number, start: number, size: number): number =>
      Math.min(0, at - MARGIN - start) + Math.max(0, at + MARGIN - start - size);
    this.#middle = {
      x: this.#seen.x + beyond(x, box.x, box.width),
      y: this.#seen.y + beyond(y, box.y, box.height),
    };
  }

  /** The place in the drawing under a pixel of the element. */
  at(pixel: Point): Point {
    const box = this.box;
    return { x: box.x + (pixel.x / this.width) * box.width, y: box.y + (pixel.y / this.height) * box.height };
  }

  /** The hex under a pixel. */
  spotAt(pixel: Point): Spot {
    const { x, y } = this.at(pixel);
    return nearestSpot(x / STEP_X, y / STEP_Y);
  }

  get #seen(): Point {
    const { x, y, width, height } = this.box;
    return { x: x + width / 2, y: y + height / 2 };
  }

  #least(): number {
    const sea = this.sea();
    return Math.min(this.width / sea.width, this.height / sea.height);
  }

  #within(scale: number): number {
    return Math.max(this.#least(), Math.min(scale, MOST_HEX / HEX)) || 1;
  }
}

/** The middle of what is seen along one axis: never beyond the sea, and in its middle if all of it is seen. */
function within(middle: number, seen: number, start: number, whole: number): number {
  if (seen >= whole) return start + whole / 2;
  return Math.min(Math.max(middle, start + seen / 2), start + whole - seen / 2);
}
