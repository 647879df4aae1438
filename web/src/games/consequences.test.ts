// What turns did, as the games draw it.

import { expect, test } from "vitest";
import { aged, doneIn } from "../game-api/aftermath";
import type { Layout } from "../game-api/layout";
import { map } from "../game-api/test-scenes";
import { borderOf } from "./siege-master/land";

test("the newest turn is the strongest, and turns before the last round are left out", () => {
  const done = ["blue", "green", "green", "red", "blue"].map((seat, i) => ({ seat, i }));
  expect(aged(done, 3).map(({ i, age }) => [i, age])).toEqual([[1, 2], [2, 2], [3, 1], [4, 0]]);
  expect(aged([], 2)).toEqual([]);
});

test("what chance shows belongs to the turn of the seat that acted before, also in a later view", () => {
  const [walked, fought] = [{ way: ["e5", "f5"] }, { way: ["f5", "f6"] }];
  const board = map(".");
  const views = [
    [{ actor: "suns", token: "e5-f5", effects: walked }, { actor: "suns", token: "hold" }],
    [{ actor: "chance", token: "f6=A", effects: fought }],
  ].map((steps) => ({ steps, before: null, scene: board }));
  expect(doneIn(views)).toEqual([
    { seat: "suns", token: "e5-f5", effects: walked }, { seat: "suns", token: "f6=A", effects: fought },
  ]);
});

test("the border of an area leaves out the sides between its hexes", () => {
  const at: Layout["at"] = ({ x, y }) => ({ x: x * 20 * Math.sqrt(3), y: y * 60 });
  const { cells } = map(". .");
  expect(borderOf(cells.slice(0, 1), at).match(/M/g)).toHaveLength(6);
  expect(borderOf(cells, at).match(/M/g)).toHaveLength(10);
});
