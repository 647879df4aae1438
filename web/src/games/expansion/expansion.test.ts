import { type MoveContext, type Pick, PickTree } from "game-api/grammar";
import { cell, contextOf, piece, scene } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { battle } from "./battle";
import { grammar } from "./grammar";
import { tilesOf } from "./tiles";

const board = scene("tiles", [cell("a3", 0, 3, { piece: piece("minion", "suns", "5") }), cell("a4", 0, 2)]);

// Each token, and the picks that reach it.
const cases: [string, MoveContext, string, Pick[]][] = [
  ["walk", contextOf("suns"), "a3-a4", ["place:a3", "place:a4"]],
  ["place", contextOf("suns"), "5@a1", ["place:a1"]],
  ["pass", contextOf("suns"), "pass", ["button:pass"]],
];

test.each(cases)("%s: the token is reached by its picks and no others", (_, context, token, picks) => {
  const tree = PickTree.of([token], grammar, context);
  expect(tree.after(picks)?.complete).toBe(true);
  expect(tree.after(picks)?.tokens).toEqual([token]);
  expect(tree.after(["place:zz"])).toBeNull();
});

test("a pick leaves only what can follow", () => {
  const tree = PickTree.of(["a3-a4", "a3-b3", "c1-c2"], grammar, contextOf("suns")).after(["place:a3"]);
  expect(tree?.next).toEqual(["place:a4", "place:b3"]);
  expect(tree?.complete).toBe(false);
});

test("an impossible pick is explained as the move it seems to mean", () => {
  expect(grammar.attempt?.("place:a3", "place:f6", contextOf("suns"))).toBe("a3-f6");
});

test("a ghost is the piece where it would stand", () => {
  expect(grammar.ghost?.("a3-a4", contextOf("suns", board))).toEqual({
    piece: piece("minion", "suns", "5"), from: "a3", to: "a4",
  });
});

test("R6: the higher value wins; equals fall, and an ace falls with its enemy", () => {
  const fight = (shown: string) =>
    battle([{ actor: "suns", token: "d2-f4", shown }], null, scene("tiles", []))?.outcome;
  expect(["5x3", "0x2", "4x4", "Ax5", "0xA"].map(fight)).toEqual(["attacker", "defender", "fall", "fall", "fall"]);
});

test("R7: a tile that needs one more minion has a leader; a captured one has none", () => {
  const suns = { piece: piece("minion", "suns") };
  const tiles = tilesOf(
    scene("tiles", [
      cell("a1", 0, 1, suns), cell("b1", 1, 1), cell("a2", 0, 0), cell("b2", 1, 0),
      cell("c1", 2, 1, { ...suns, seat: "moons" }),
    ]),
  );
  expect(tiles.map(({ name, leader }) => [name, leader])).toEqual([["a1", "suns"], ["c1", null]]);
});
