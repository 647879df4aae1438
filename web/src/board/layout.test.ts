import { expect, test } from "vitest";
import { zoomedBox } from "./layout";

const whole = { x: -10, y: 0, width: 100, height: 60 };

test("zooming centres a point, but never goes beyond the edge", () => {
  expect(zoomedBox(whole, { at: { x: 40, y: 30 }, by: 2 })).toEqual({ x: 15, y: 15, width: 50, height: 30 });
  expect(zoomedBox(whole, { at: { x: -10, y: 60 }, by: 2 })).toEqual({ x: -10, y: 30, width: 50, height: 30 });
});
