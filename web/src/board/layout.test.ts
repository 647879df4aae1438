import { expect, test } from "vitest";
import { nearer } from "./layout";

const whole = { x: -10, y: 0, width: 100, height: 60 };

test("a drawing is seen from nearer around a point, and never beyond its edge", () => {
  expect(nearer(whole, { at: { x: 40, y: 30 }, by: 2 })).toEqual({ x: 15, y: 15, width: 50, height: 30 });
  expect(nearer(whole, { at: { x: -10, y: 60 }, by: 2 })).toEqual({ x: -10, y: 30, width: 50, height: 30 });
});
