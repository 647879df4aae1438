// What turns did, as the games draw it; options in words; and the option notes=off, with which players keep in mind what
// battles have shown: the page shows only what the view says, and nothing of what it said before.

import { expect, test } from "vitest";
import { aged, battleOf, doneIn, slidesOf } from "../game-api/aftermath";
import type { Layout } from "../game-api/layout";
import type { Piece } from "../game-api/scene";
import { cell, map, piece, scene } from "../game-api/test-scenes";
import { optionsInWords } from "./additions";
import { pieceInfo as minionInfo } from "../../../src/siegeworks/games/expansion/view/explanations";
import { pieceInfo as numberInfo } from "../../../src/siegeworks/games/siege_by_number/view/explanations";
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

const hidden = (kind: string, seat: string): Piece => ({ ...piece(kind, seat, "?"), face_down: true });
/** e5 beside e6, as nobody's notes show them. */
const numbers = (gone = false) =>
  scene("squares", [
    cell("e4", 5, 9),
    cell("e5", 5, 8, { piece: hidden("army", "suns") }),
    cell("e6", 5, 7, { piece: gone ? null : hidden("army", "crowns") }),
  ]);
const fighting = { ...numbers(), task: "Your Army on e5 may attack an enemy beside it, or hold: no battle (R7)" };

test("Siege by Number: a card of an Army names no value", () => {
  const at = fighting.cells[2];
  const info = numberInfo(at?.piece ?? null, at ?? null, fighting);
  expect(info?.title).toBe("Crowns’ Army, value not shown, face down");
  expect(info?.lines.join(" ")).toContain("Nobody knows its value");
});

/** a3 beside a4, as nobody's notes show them. */
const minions = (gone = false) =>
  scene("tiles", [
    cell("a4", 0, 0, { piece: gone ? null : hidden("minion", "moons") }), cell("b4", 1, 0),
    cell("a3", 0, 1, { piece: hidden("minion", "suns") }), cell("b3", 1, 1),
  ]);

test("Expansion: the cards of both minions name no value, one’s own included", () => {
  const context = { scene: minions(), seat: "suns", seats: ["suns", "moons"] };
  for (const at of [0, 2]) {
    const place = context.scene.cells[at];
    const info = minionInfo(place?.piece ?? null, place ?? null, context.scene);
    expect(info?.title).toMatch(/^Face-down minion of the (Suns|Moons)$/i);
    expect(info?.lines).toContain("You cannot see its value.");
  }
});
