// Where the points of a rating are drawn: game by game from left to right, with what is uncertain around them.

import type { RatingPoint } from "../wire";

export interface Scale {
  readonly x: (game: number) => number; // counted from 0
  readonly y: (points: number) => number;
  readonly marks: readonly number[]; // points at which there are lines
}

const STEPS = [50, 100, 200, 500, 1000]; // points between two lines
const MOST_MARKS = 5;

/** All points and what is uncertain around them fit in, between round numbers. */
export function scaleOf(points: readonly RatingPoint[], { width, height }: { width: number; height: number }): Scale {
  const low = Math.min(...points.map((point) => point.points - point.uncertainty));
  const high = Math.max(...points.map((point) => point.points + point.uncertainty));
  const step = STEPS.find((candidate) => Math.ceil(high / candidate) - Math.floor(low / candidate) < MOST_MARKS) ?? 2000;
  const [from, to] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const marks = Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);
  return {
    x: (game) => (width * game) / Math.max(1, points.length - 1),
    y: (value) => height * (1 - (value - from) / Math.max(step, to - from)),
    marks,
  };
}

const path = (corners: readonly (readonly [number, number])[]): string => corners.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

export const lineOf = (points: readonly RatingPoint[], { x, y }: Scale): string => path(points.map((point, i) => [x(i), y(point.points)] as const));

export function bandOf(points: readonly RatingPoint[], { x, y }: Scale): string {
  const above = points.map((point, i) => [x(i), y(point.points + point.uncertainty)] as const);
  const below = points.map((point, i) => [x(i), y(point.points - point.uncertainty)] as const);
  return `${path([...above, ...below.toReversed()])}Z`;
}
