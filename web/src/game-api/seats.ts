// The name of each seat, and its look: colour, emblem and pattern, always together. Colours of stones have looks, too.
// palette.test.ts checks that everyone can tell them apart, with any colour vision.

import { SEAT_COLORS } from "../look/seat-colors";

export interface SeatLook {
  readonly color: string;
  readonly ink: string; // the colour of text and emblem
  readonly emblem: string; // a path in a square from -10 to 10
  readonly pattern: Pattern;
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

const STOCK: Readonly<Record<string, SeatLook>> = {
  red: { color: SEAT_COLORS.red, ink: LIGHT, emblem: LOZENGE, pattern: "diagonal" },
  blue: { color: SEAT_COLORS.blue, ink: LIGHT, emblem: DROP, pattern: "dots" },
  yellow: { color: SEAT_COLORS.yellow, ink: DARK, emblem: RING, pattern: "rings" },
  green: { color: SEAT_COLORS.green, ink: DARK, emblem: CHEVRON, pattern: "chevrons" },
  suns: { color: SEAT_COLORS.suns, ink: LIGHT, emblem: SUN, pattern: "rays" },
  moons: { color: SEAT_COLORS.moons, ink: LIGHT, emblem: CRESCENT, pattern: "arcs" },
  crowns: { color: SEAT_COLORS.crowns, ink: DARK, emblem: CROWN, pattern: "peaks" },
  arms: { color: SEAT_COLORS.arms, ink: LIGHT, emblem: FLEUR, pattern: "lozenges" },
  south: { color: SEAT_COLORS.south, ink: DARK, emblem: SUNRISE, pattern: "level" },
  north: { color: SEAT_COLORS.north, ink: LIGHT, emblem: STAR, pattern: "upright" },
};

const NOBODY: SeatLook = { color: "#8D8676", ink: LIGHT, emblem: LOZENGE, pattern: "plain" };

/** The seats whose looks are built in. */
export const STOCK_SEATS: readonly string[] = Object.keys(STOCK);

/** All known looks, by seat or colour of stone. */
export const SEAT_LOOKS: Record<string, SeatLook> = { ...STOCK, chance: NOBODY, table: NOBODY };

const unknown: string[] = []; // seats without a look, in the order in which they first appeared

const NAMES: Record<string, string> = { table: "The table" }; // where it is not the seat with a capital

/** Add the looks and names of a game's seats; a stock look is never replaced. */
export function addSeats(looks: Readonly<Record<string, SeatLook>> = {}, names: Readonly<Record<string, string>> = {}): void {
  Object.assign(SEAT_LOOKS, looks, STOCK);
  Object.assign(NAMES, names);
}

/** The name of a seat, with a capital. */
export const seatName = (seat: string): string => NAMES[seat] ?? seat.slice(0, 1).toUpperCase() + seat.slice(1);

/** Whether a word is the seat of some game. */
export const isSeat = (word: string): boolean => Boolean(SEAT_LOOKS[word] ?? NAMES[word]);

/** The look of a seat or of a stone's colour; grey for nobody. Unknown seats share the first stock looks. */
export function lookOf(name: string | null | undefined): SeatLook {
  if (!name) return NOBODY;
  const look = SEAT_LOOKS[name];
  if (look) return look;
  if (!unknown.includes(name)) unknown.push(name);
  return STOCK[STOCK_SEATS[unknown.indexOf(name) % 4] ?? ""] ?? NOBODY;
}

/** The fill that draws a seat's pattern over its colour; Patterns.svelte defines it. */
export function patternOf(name: string | null | undefined): string {
  if (!name) return "none";
  const { pattern, ink } = lookOf(name);
  return `url(#${patternId(pattern, ink)})`;
}

/** The id of a pattern in an ink: patterns exist in dark and light. */
export function patternId(pattern: Pattern, ink: string): string {
  return `pattern-${pattern}-${isDark(ink) ? "dark" : "light"}`;
}

/** Whether a colour #RRGGBB is closer to the dark ink than to the light one. */
const isDark = (color: string): boolean => parseInt(color.slice(3, 5), 16) < 0x80;

export const INKS = [DARK, LIGHT] as const;
