import { expect, test } from "vitest";
import { layoutOf, UNIT } from "../game-api/layout";
import { cell, map, scene } from "../game-api/test-scenes";
import { coordinatesOf } from "./coordinates";

// Two columns and three rows, a1 at the lower left.
const board = scene("squares", ["a", "b"].flatMap((file, x) => [1, 2, 3].map((rank) => cell(`${file}${rank}`, x, 3 - rank))));

/** What is read below the board from left to right, and beside it from top to bottom. */
function read(turns: number): [string, string] {
  const layout = layoutOf(board, turns);
  const coordinates = coordinatesOf(board, layout, UNIT * 0.34);
  const bottom = layout.box.y + layout.box.height - UNIT * 0.24;
  const below = coordinates.filter(({ y }) => y === bottom).toSorted((a, b) => a.x - b.x);
  const beside = coordinates.filter(({ y }) => y !== bottom).toSorted((a, b) => a.y - b.y);
  return [below.map(({ label }) => label).join(""), beside.map(({ label }) => label).join("")];
}

test("columns are named below the board and rows beside it, however it is turned", () => {
  expect([0, 1, 2, 3].map(read)).toEqual([["ab", "321"], ["123", "ab"], ["ba", "123"], ["321", "ba"]]);
});

test("a name stands at the middle of its row or column", () => {
  const layout = layoutOf(board, 1);
  for (const { label, x, y } of coordinatesOf(board, layout, UNIT * 0.34)) {
    const of = board.cells.filter(({ name }) => name.includes(label)).map((place) => layout.at(place));
    expect(of.every((at) => at.x === x) || of.every((at) => at.y === y)).toBe(true);
  }
});

test("a row of hexes shows the name of its leftmost hex", () => {
  const hexes = map("  . .", " . . .");
  expect(coordinatesOf(hexes, layoutOf(hexes), UNIT / 2).map(({ label }) => label)).toEqual(["a2", "b1"]);
  expect(coordinatesOf(hexes, layoutOf(hexes, 2), UNIT / 2).map(({ label }) => label)).toEqual(["a3", "b3"]);
});

test("a place that is called by a word shows it, and names no column", () => {
  const dice = scene("squares", [cell("left1", 0, 0), cell("left2", 1, 0), cell("right1", 0, 2)]);
  const layout = layoutOf(dice);
  const coordinates = coordinatesOf(dice, layout, UNIT / 3);
  expect(coordinates.map(({ label }) => label)).toEqual(["left1", "left2", "right1"]);
  dice.cells.forEach((die, i) => {
    const [at, name] = [layout.at(die), coordinates[i]];
    expect(Math.abs(at.x - (name?.x ?? Infinity))).toBeLessThan(UNIT / 2);
    expect(Math.abs(at.y - (name?.y ?? Infinity))).toBeLessThan(UNIT / 2);
  });
  expect(layout.box).toEqual(layoutOf(dice, 0, false).box);
});

test("a large cell has no coordinates", () => {
  const homes = scene("squares", [cell("N", 0.5, 0.5), cell("S", 3.5, 0.5)]);
  expect(coordinatesOf(homes, layoutOf(homes), UNIT)).toEqual([]);
});
