import { expect, test } from "vitest";
import { markOf, stepAt } from "./slider";

test("what chance deals before the first move is one mark of the slider", () => {
  const dealt = 71;
  expect([0, 1, 70, 71, 72, 108].map((step) => markOf(step, dealt))).toEqual([0, 1, 1, 1, 2, 38]);
  expect([0, 1, 2, 38].map((mark) => stepAt(mark, dealt))).toEqual([0, 71, 72, 108]);
});

test("where nothing is dealt, each step has a mark", () => {
  expect([0, 1, 26].map((step) => markOf(step, 0))).toEqual([0, 1, 26]);
  expect([0, 1, 26].map((mark) => stepAt(mark, 0))).toEqual([0, 1, 26]);
});
