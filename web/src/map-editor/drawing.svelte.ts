// A map while it is drawn: strokes, undo and redo.

import { MAX_HEXES } from "../maps/map-code";
import { type DrawnMap, type Ground, imagesOf, inSea, keyOf, reachOf, type Spot, type Symmetry } from "./sea";

export const TOOLS = ["land", "erase", "fortress", "move"] as const;

export type Tool = (typeof TOOLS)[number];

/** What a stroke does to the hexes under it. */
export type Brush =
  | "land" // from sea; fortresses stay
  | "fortress"
  | "plain" // takes a fortress away; the land stays
  | "sea";

/** Why a hex was not drawn: there are too many, or an image of it would lie beyond the sea. */
export type Refusal = "full" | "edge";

const MAX_STEPS = 500; // that can be undone
const GROUND: Readonly<Record<Brush, (now: Ground | undefined) => Ground | undefined>> = {
  land: (now) => now ?? "land",
  fortress: () => "fortress",
  plain: (now) => now && "land",
  sea: () => undefined,
};

export class Drawing {
  map = $state.raw<DrawnMap>(new Map());
  reach = $state(reachOf(new Map())); // of the sea; it grows with the map, never under a stroke
  steps = $state(0); // how often it has changed, strokes that are still drawn not counted
  #maps = $state.raw<readonly DrawnMap[]>([]); // at the beginning and after each step, undone ones too
  #at = $state(0); // which of them is the last that is not undone
  #isDrawing = false;

  constructor(map: DrawnMap = new Map()) {
    this.map = map;
    this.reach = reachOf(map);
    this.#maps = [map];
  }

  get canUndo(): boolean {
    return this.#at > 0;
  }

  get canRedo(): boolean {
    return this.#at < this.#maps.length - 1;
  }

  /** Begin a stroke: what follows, up to `end`, is one step to undo. */
  begin(): void {
    this.#isDrawing = true;
  }

  /** Draw hexes and their images. A hex whose images do not all fit is left as it is. */
  paint(spots: readonly Spot[], brush: Brush, symmetry: Symmetry): Refusal | null {
    if (!this.#isDrawing) return null; // the stroke was undone while it was drawn
    const map = new Map(this.map);
    let refusal: Refusal | null = null;
    for (const spot of spots) refusal = this.#paintOne(map, imagesOf(spot, symmetry), brush) ?? refusal;
    this.map = isSame(map, this.map) ? this.map : map;
    return refusal;
  }

  #paintOne(map: Map<string, Ground>, images: readonly Spot[], brush: Brush): Refusal | null {
    if (!images.every((image) => inSea(image, this.reach))) return "edge";
    const drawn = images.map((image) => ({ key: keyOf(image), ground: GROUND[brush](map.get(keyOf(image))) }));
    const added = drawn.filter(({ key, ground }) => ground && !map.has(key)).length;
    if (map.size + added > MAX_HEXES) return "full";
    for (const { key, ground } of drawn) {
      if (ground) map.set(key, ground);
      else map.delete(key);
    }
    return null;
  }

  end(): void {
    this.#isDrawing = false;
    if (this.map === this.#maps[this.#at]) return;
    this.#maps = [...this.#maps.slice(0, this.#at + 1), this.map].slice(-MAX_STEPS - 1);
    this.#goTo(this.#maps.length - 1);
  }

  /** Take the stroke back, as if it had not begun. */
  abandon(): void {
    this.map = this.#maps[this.#at] ?? this.map;
    this.#isDrawing = false;
  }

  /** Draw hexes as one step. */
  draw(spots: readonly Spot[], brush: Brush, symmetry: Symmetry): Refusal | null {
    this.begin();
    const refusal = this.paint(spots, brush, symmetry);
    this.end();
    return refusal;
  }

  /** Another map instead of this one, as one step. */
  replace(map: DrawnMap): void {
    this.begin();
    this.map = isSame(map, this.map) ? this.map : map;
    this.end();
  }

  undo(): void {
    this.abandon();
    this.#goTo(this.#at - 1);
  }

  redo(): void {
    if (!this.#isDrawing) this.#goTo(this.#at + 1);
  }

  #goTo(step: number): void {
    const map = this.#maps[step];
    if (!map) return;
    this.map = map;
    this.#at = step;
    this.steps += 1;
    this.reach = Math.max(this.reach, reachOf(this.map));
  }
}

function isSame(a: DrawnMap, b: DrawnMap): boolean {
  return a.size === b.size && [...a].every(([key, ground]) => b.get(key) === ground);
}
