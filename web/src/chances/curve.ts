// The curve of each seat, and what can be said of it.

import type { AnalysedPosition } from "../wire";

/** A point of a seat's curve. */
export interface Point {
  readonly turns: number;
  readonly chance: number; // 0 … 1
}

/** A change of a seat's chances from one known point to the next. */
export interface Swing {
  readonly seat: number;
  readonly from: Point;
  readonly to: Point;
}

/** What luck did in a turn, told of the seat that it favoured. */
export interface Stroke {
  readonly turn: number;
  readonly seat: number;
  readonly luck: number; // > 0
}

const MIN_STROKE = 0.1; // as much as a turning point lost
const MOST_STROKES = 3;

/** The turns in which luck did most, in the order of the game. */
export const strokesOfLuck = (positions: readonly AnalysedPosition[]): Stroke[] =>
  positions
    .flatMap(({ turns, luck }) => (luck ?? []).map((by, seat) => ({ turn: turns, seat, luck: by })))
    .filter(({ luck }) => luck >= MIN_STROKE)
    .toSorted((a, b) => b.luck - a.luck)
    .slice(0, MOST_STROKES)
    .toSorted((a, b) => a.turn - b.turn);

/** What is known of a seat. */
export function pointsOf(positions: readonly AnalysedPosition[], seat: number): Point[] {
  return positions.flatMap(({ turns, chances }) => {
    const chance = chances[seat];
    return typeof chance === "number" ? [{ turns, chance }] : [];
  });
}

/** What is last known of a seat after so many turns; null: nothing yet. */
export const chanceAt = (points: readonly Point[], turns: number): number | null =>
  points.findLast((point) => point.turns <= turns)?.chance ?? null;

/** The largest change of all; of two seats that mirror each other, that of the one that gained. */
export function largestSwing(curves: readonly (readonly Point[])[]): Swing | null {
  const swings = curves.flatMap((points, seat) => points.slice(1).map((to, i): Swing => ({ seat, from: points[i] ?? to, to })));
  const by = ({ from, to }: Swing): number => to.chance - from.chance;
  const isLess = (swing: Swing, most: Swing): boolean =>
    Math.abs(by(swing)) < Math.abs(by(most)) || (Math.abs(by(swing)) === Math.abs(by(most)) && by(swing) < 0);
  return swings.reduce<Swing | null>((most, swing) => (most && isLess(swing, most) ? most : swing), null);
}
