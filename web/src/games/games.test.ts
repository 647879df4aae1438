// What turns did, as the games draw it; options in words.

import { expect, test } from "vitest";
import { aged, battleOf, doneIn, slidesOf } from "../game-api/aftermath";
import type { Layout } from "../game-api/layout";
import { map, piece } from "../game-api/test-scenes";
import { optionsInWords } from "./additions";
import { borderOf } from "../../../src/siegeworks/games/siege_master/view/land";

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

test("a battle is the one of the last action, with what chance then showed, as long as something is known of it", () => {
  const fought = (text: string, outcome: "" | "attacker" = "") => ({ battle: { attacker: piece("army", "suns", text), defender: piece("army", "arms", "?"), outcome } });
  const [attack, reveal] = [{ actor: "suns", token: "xf6", effects: fought("?") }, { actor: "chance", token: "f6=A", effects: fought("3", "attacker") }];
  const roll = { actor: "chance", token: "roll=123" };
  expect(battleOf([attack, reveal, roll])).toBe(reveal.effects.battle);
  expect(battleOf([attack])).toBeNull();
  expect(battleOf([{ ...attack, effects: fought("?", "attacker") }])?.outcome).toBe("attacker");
  expect(battleOf([attack, reveal, roll, { actor: "arms", token: "done" }])).toBeNull();
  expect(battleOf([])).toBeNull();
});

test("pieces slide from where the last step says", () => {
  const fled = { actor: "south", token: "a1~", effects: { slides: [{ start: "Sa2", place: "Sa1" }] } };
  expect([...slidesOf([fled])]).toEqual([["Sa1", "Sa2"]]);
  expect([...slidesOf([fled, { actor: "north", token: "stand" }])]).toEqual([]);
});

test("the border of an area leaves out the sides between its hexes", () => {
  const at: Layout["at"] = ({ x, y }) => ({ x: x * 20 * Math.sqrt(3), y: y * 60 });
  const { cells } = map(". .");
  expect(borderOf(cells.slice(0, 1), at).match(/M/g)).toHaveLength(6);
  expect(borderOf(cells, at).match(/M/g)).toHaveLength(10);
});

test("options are named in the words of players, and unknown ones as they are", async () => {
  expect(await optionsInWords("siege-master", { fortresses: "placed", unheard: "of" })).toBe("Fortresses: placed in turn · unheard: of");
  expect(await optionsInWords("unheard-of", { map: "isle" })).toBe("map: isle");
});
