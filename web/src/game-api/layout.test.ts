import { expect, test } from "vitest";
import { layoutOf, neighbours, UNIT, zoomedBox } from "./layout";
import { cell, map, scene } from "./test-scenes";

const whole = { x: -10, y: 0, width: 100, height: 60 };

test("zooming centres a point, but never goes beyond the edge", () => {
  expect(zoomedBox(whole, { at: { x: 40, y: 30 }, by: 2 })).toEqual({ x: 15, y: 15, width: 50, height: 30 });
  expect(zoomedBox(whole, { at: { x: -10, y: 60 }, by: 2 })).toEqual({ x: -10, y: 30, width: 50, height: 30 });
});

test("a board is turned clockwise by quarters, and its box with it", () => {
  const board = scene("squares", [cell("a1", 0, 0), cell("c1", 2, 0)]);
  const at = (turns: number) => layoutOf(board, turns).at({ x: 2, y: 1 });
  expect(at(0)).toMatchObject({ x: 2 * UNIT, y: UNIT });
  expect(at(1)).toMatchObject({ x: -UNIT, y: 2 * UNIT });
  expect(at(2)).toMatchObject({ x: -2 * UNIT, y: -UNIT });
  expect(at(3)).toMatchObject({ x: UNIT, y: -2 * UNIT });
  const [upright, turned] = [layoutOf(board, 0, false).box, layoutOf(board, 1, false).box];
  expect([turned.width, turned.height]).toEqual([upright.height, upright.width]);
});

test("squares and tiles touch at a side, not at a corner; a large one touches two in a row", () => {
  const rows = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
  const squares = rows.map((name, i) => cell(name, i % 3, Math.floor(i / 3)));
  const near = (name: string, cells = squares) =>
    neighbours(cells.find((square) => square.name === name)!, "squares", cells).map((neighbour) => neighbour.name);
  expect(near("b2")).toEqual(["b1", "a2", "c2", "b3"]);
  expect(near("a1")).toEqual(["b1", "a2"]);
  expect(near("N", [...squares, cell("N", 3.5, 0.5)])).toEqual(["c1", "c2"]);
});

test("a hex touches six", () => {
  const hexes = map(". . . .", " . . . .", ". . . .");
  const middle = hexes.cells.find(({ name }) => name === "b2")!;
  expect(neighbours(middle, "hexes", hexes.cells).map(({ name }) => name)).toEqual(["a2", "a3", "b1", "b3", "c2", "c3"]);
});
