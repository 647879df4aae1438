// Where the figures of a chart are drawn, and how they are written.

import type { Chart, Series } from "../wire";

export type Unit = NonNullable<Chart["unit"]>;

/** A figure as people read it. */
export function figure(value: number | undefined, unit: Unit = "number"): string {
  if (value === undefined) return "–";
  return unit === "share" ? `${Math.round(100 * value)}%` : String(Math.round(100 * value) / 100);
}

/** What lies on the horizontal axis of a chart: categories, or numbers from the least to the largest. */
export interface Across {
  readonly categories: readonly string[]; // empty: numbers
  readonly least: number;
  readonly most: number;
}

export function across(chart: Chart): Across {
  const all = chart.series.flatMap(({ x }) => x);
  const isLine = chart.kind === "line" && all.every((value) => typeof value === "number");
  if (!isLine) return { categories: [...new Set(all.map(String))], least: 0, most: 0 };
  const numbers = all as number[];
  return { categories: [], least: Math.min(...numbers), most: Math.max(...numbers) };
}

/** How far to the right a point lies, 0 … 1; series of categories stand side by side. */
export function place(axis: Across, x: number | string, series = 0, of = 1): number {
  if (axis.categories.length === 0) return (Number(x) - axis.least) / Math.max(axis.most - axis.least, 1e-9);
  const slot = axis.categories.indexOf(String(x)) + (series + 1) / (of + 1);
  return slot / axis.categories.length;
}

/** The largest figure that is drawn, rounded up; shares are drawn from 0 to 1. */
export function top(chart: Chart): number {
  if (chart.unit === "share") return 1;
  const most = Math.max(chart.reference ?? 0, ...chart.series.flatMap(({ y, high = [] }) => [...y, ...high]));
  if (most <= 0) return 1;
  const step = 10 ** Math.floor(Math.log10(most));
  return Math.ceil(most / step) * step;
}

/** A point of a series with its interval. */
export interface PlottedPoint {
  readonly x: number | string;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

export const pointsOf = ({ x, y, low = [], high = [] }: Series): PlottedPoint[] =>
  x.map((at, i) => ({ x: at, y: y[i] ?? 0, low: low[i] ?? y[i] ?? 0, high: high[i] ?? y[i] ?? 0 }));
