import { expect, test } from "vitest";
import { bandOf, lineOf, scaleOf } from "./graph";

const point = (points: number, uncertainty: number) => ({ finished: 0, points, uncertainty });
const SIZE = { width: 100, height: 60 };

test.each([
  [[point(1500, 576), point(1620, 400)]],
  [[point(1500, 10), point(1510, 10)]],
  [[point(-40, 500), point(3000, 90), point(2000, 80)]],
])("a rating and what is uncertain of it lie between the lines of its graph", (points) => {
  const { x, y, marks } = scaleOf(points, SIZE);
  expect(marks.length).toBeGreaterThan(1);
  expect(marks.length).toBeLessThanOrEqual(5);
  expect([x(0), x(points.length - 1)]).toEqual([0, 100]);
  expect([y(marks[0] ?? 0), y(marks.at(-1) ?? 0)]).toEqual([60, 0]);
  for (const { points: at, uncertainty } of points) {
    expect(y(at + uncertainty)).toBeGreaterThanOrEqual(0);
    expect(y(at - uncertainty)).toBeLessThanOrEqual(60);
  }
});

test("the line goes from game to game, and the band around it", () => {
  const points = [point(1500, 100), point(1600, 100)];
  const scale = scaleOf(points, SIZE);
  expect(lineOf(points, scale)).toBe(`M0.0 ${scale.y(1500).toFixed(1)}L100.0 ${scale.y(1600).toFixed(1)}`);
  expect(bandOf(points, scale).match(/[ML]/g)).toHaveLength(4);
});
