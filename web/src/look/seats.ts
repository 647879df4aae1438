// How each seat and each colour of stone looks: colour, emblem and pattern, always together.
// palette.test.ts measures that they are told apart by every eye; change a value only with it.

import { SEAT_COLORS } from "./seat-colors";

export interface Look {
  readonly color: string;
  readonly ink: string; // what is written on the colour
  readonly emblem: string; // a path in a square from -10 to 10
  readonly pattern: Pattern;
  readonly letter: string; // what the terminal writes
}

export type Pattern =
  | "diagonal" | "dots" | "rings" | "chevrons" | "rays" | "arcs" | "peaks" | "lozenges"
  | "level" | "upright" | "plain";

const DARK = "#2A2723";
const LIGHT = "#FFF9EC";

const LOZENGE = "M0-9.5 7.5 0 0 9.5-7.5 0Z";
const DROP = "M0-9.5C4-3.5 7 0 7 3A7 7 0 0 1-7 3C-7 0-4-3.5 0-9.5Z";
const RING = "M0-8.5A8.5 8.5 0 1 0 0 8.5 8.5 8.5 0 1 0 0-8.5ZM0-4A4 4 0 1 1 0 4 4 4 0 1 1 0-4Z";
const CHEVRON = "M-8.5 2 0-7 8.5 2V8.5L0-.5-8.5 8.5Z";
const SUN =
  "M0-4.8A4.8 4.8 0 1 1 0 4.8 4.8 4.8 0 1 1 0-4.8ZM-1.7-6 0-10 1.7-6ZM-1.7 6 0 10 1.7 6Z" +
  "M-6-1.7-10 0-6 1.7ZM6-1.7 10 0 6 1.7ZM-5.5-3-7-7-3-5.5ZM5.5-3 7-7 3-5.5Z" +
  "M-5.5 3-7 7-3 5.5ZM5.5 3 7 7 3 5.5Z";
const CRESCENT = "M3.5-8.6A9 9 0 1 0 3.5 8.6 7 8.6 0 0 1 3.5-8.6Z";
const CROWN = "M-9.5-5.5-4.6-.5 0-8.5 4.6-.5 9.5-5.5 7.2 7.5H-7.2Z";
const FLEUR =
  "M0-10C3.4-6.4 3.2-3 1.5 1H5C7.6 1 8.4-2 6.2-3.2 10.2-4.6 10.8 3.4 5 3.8H1.6L3.4 9.4H-3.4" +
  "L-1.6 3.8H-5C-10.8 3.4-10.2-4.6-6.2-3.2-8.4-2-7.6 1-5 1H-1.5C-3.2-3-3.4-6.4 0-10Z";
const SUNRISE =
  "M-9.5 5H9.5V8H-9.5ZM-6 3A6 6 0 0 1 6 3ZM-1.4-5 0-9.5 1.4-5ZM-6-3.4-8.6-6.8-4-5.2Z" +
  "M6-3.4 8.6-6.8 4-5.2Z";
const STAR = "M0-10 2.3-2.3 10 0 2.3 2.3 0 10-2.3 2.3-10 0-2.3-2.3Z";

export const SEATS: Readonly<Record<string, Look>> = {
  red: { color: SEAT_COLORS.red, ink: LIGHT, emblem: LOZENGE, pattern: "diagonal", letter: "R" },
  blue: { color: SEAT_COLORS.blue, ink: LIGHT, emblem: DROP, pattern: "dots", letter: "B" },
  yellow: { color: SEAT_COLORS.yellow, ink: DARK, emblem: RING, pattern: "rings", letter: "Y" },
  green: { color: SEAT_COLORS.green, ink: DARK, emblem: CHEVRON, pattern: "chevrons", letter: "G" },
  suns: { color: SEAT_COLORS.suns, ink: LIGHT, emblem: SUN, pattern: "rays", letter: "S" },
  moons: { color: SEAT_COLORS.moons, ink: LIGHT, emblem: CRESCENT, pattern: "arcs", letter: "M" },
  crowns: { color: SEAT_COLORS.crowns, ink: DARK, emblem: CROWN, pattern: "peaks", letter: "C" },
  arms: { color: SEAT_COLORS.arms, ink: LIGHT, emblem: FLEUR, pattern: "lozenges", letter: "A" },
  south: { color: SEAT_COLORS.south, ink: DARK, emblem: SUNRISE, pattern: "level", letter: "S" },
  north: { color: SEAT_COLORS.north, ink: LIGHT, emblem: STAR, pattern: "upright", letter: "N" },
};

// Seats and stones that are seen together on one board: each pair of a set must be told apart.
export const TOGETHER: readonly (readonly string[])[] = [
  ["red", "blue", "yellow", "green"],
  ["suns", "moons", "crowns", "arms"],
  ["south", "north"],
];

const NOBODY: Look = {
  color: "#8D8676", ink: LIGHT, emblem: "M0-8 8 0 0 8-8 0Z", pattern: "plain", letter: "·",
};

/** The look of a seat or of a stone's colour; nobody's is grey. */
export function lookOf(name: string | null | undefined): Look {
  return (name && SEATS[name]) || NOBODY;
}

/** The fill that puts a seat's pattern over its colour; Symbols.svelte defines it. */
export function patternOf(name: string | null | undefined): string {
  return name && SEATS[name] ? `url(#pattern-${name})` : "none";
}
