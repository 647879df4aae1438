// Symmetry while drawing: each hex is drawn with its images around the middle of the sea.

import { keyOf, type Spot } from "./sea";

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

/** A hex and its images. */
export function imagesOf(spot: Spot, symmetry: Symmetry): Spot[] {
  const images = [spot];
  const known = new Set([keyOf(spot)]);
  for (const image of images) {
    for (const moved of MOTIONS[symmetry].map((motion) => motion(image))) {
      if (!known.has(keyOf(moved))) images.push(moved);
      known.add(keyOf(moved));
    }
  }
  return images;
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
