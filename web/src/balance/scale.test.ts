import { expect, test } from "vitest";
import type { Chart } from "../wire";
import { across, figure, place, pointsOf, top } from "./scale";

const line: Chart = {
  key: "a", title: "", kind: "line", x_label: "", y_label: "", description: "", unit: "share",
  series: [{ name: "one", x: [0, 50, 100], y: [0.5, 0.6, 0.9], low: [0.4, 0.5, 0.8], high: [0.6, 0.7, 1] }],
};
const bars: Chart = { ...line, kind: "histogram", unit: "number", series: [{ name: "games", x: ["10", "20"], y: [7, 23] }] };

test("numbers lie between the ends of their axis, categories each in a part of their own", () => {
  expect([0, 50, 100].map((x) => place(across(line), x))).toEqual([0, 0.5, 1]);
  expect(["10", "20"].map((x) => place(across(bars), x))).toEqual([0.25, 0.75]);
  expect(place(across(bars), "20", 1, 2)).toBeCloseTo(0.5 + 1 / 3);
});

test("shares are drawn from nothing to all, other figures up to a round number", () => {
  expect(top(line)).toBe(1);
  expect(top(bars)).toBe(30);
  expect(top({ ...bars, series: [] })).toBe(1);
});

test("a figure without an interval is its own interval", () => {
  expect(pointsOf({ name: "", x: ["a"], y: [0.5] })).toEqual([{ x: "a", y: 0.5, low: 0.5, high: 0.5 }]);
  expect(pointsOf(line.series[0]!)[2]).toEqual({ x: 100, y: 0.9, low: 0.8, high: 1 });
});

test("shares are written in percent, and what is not known as a dash", () => {
  expect([figure(0.546, "share"), figure(12.345), figure(undefined)]).toEqual(["55%", "12.35", "–"]);
});

test("the end of an interval is drawn, however far above its figure", () => {
  expect(top({ ...bars, series: [{ name: "", x: ["10"], y: [7], high: [41] }] })).toBe(50);
  expect(top({ ...bars, reference: 61 })).toBe(70);
});
