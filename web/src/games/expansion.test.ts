// Expansion: its moves and tiles, and what is said about its pieces.

import { PickTree } from "game-api/grammar";
import type { Scene } from "game-api/scene";
import { cell, contextOf, infoOf, piece, scene, testPicks, withReach } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { pieceInfo } from "../../../src/siegeworks/games/expansion/view/explanations";
import { grammar } from "../../../src/siegeworks/games/expansion/view/grammar";
import { tilesOf } from "../../../src/siegeworks/games/expansion/view/tiles";

const minions = scene("tiles", [cell("a3", 0, 3, { piece: piece("minion", "suns", "5") }), cell("a4", 0, 2)]);

// Each token, and the picks that reach it.
testPicks(grammar, [
  ["walk", contextOf("suns"), "a3-a4", ["place:a3", "place:a4"]],
  ["place", contextOf("suns"), "5@a1", ["place:a1"]],
  ["pass", contextOf("suns"), "pass", ["button:pass"]],
]);

test("a pick leaves only what can follow", () => {
  const tree = PickTree.of(["a3-a4", "a3-b3", "c1-c2"], grammar, contextOf("suns")).after(["place:a3"]);
  expect(tree?.next).toEqual(["place:a4", "place:b3"]);
  expect(tree?.complete).toBe(false);
});

test("an impossible pick is explained as the move it seems to mean", () => {
  expect(grammar.attempt?.("place:a3", "place:f6", contextOf("suns"))).toBe("a3-f6");
});

test("a ghost is the piece where it would stand", () => {
  expect(grammar.ghost?.("a3-a4", contextOf("suns", minions))).toEqual({
    piece: piece("minion", "suns", "5"), from: "a3", to: "a4",
  });
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

/** A board drawn as in the rules: `s5` the suns' 5, `m?` a minion whose value the viewer does not see. */
function board(lines: readonly string[], { owners = {} }: { owners?: Record<string, string> } = {}): Scene {
  const cells = lines.flatMap((line, y) => line.trim().split(/\s+/).map((sign, x) => {
    const name = `${"abcdef"[x]}${lines.length - y}`;
    const [side, text] = [sign[0], sign.slice(1)];
    const minion = side === "." ? null : { ...piece("minion", side === "s" ? "suns" : "moons", text), face_down: text === "?" };
    const tile = `${Math.floor(x / 2)} ${Math.floor(y / 2)}`;
    return cell(name, x, y, { ground: tile === "1 1" ? "centre" : "tile", seat: owners[tile] ?? null, piece: minion });
  }));
  const hidden = { title: "Not yet shown", seat: "moons", note: "", pieces: ["5", "A"].map((value) => piece("minion", "moons", value)) };
  return scene("tiles", cells, [hidden]);
}

const BOARD = [
  ".  .  .  .  .  .",
  ".  .  .  .  .  .",
  ".  s3 m2 m? .  .",
  ".  .  .  .  .  .",
  "s2 sA .  .  .  .",
  "s0 .  .  .  .  .",
];

const infoAt = infoOf(pieceInfo);

test("R5: a minion says where it goes, once that is known, and nothing while minions are placed", () => {
  const shown = board(BOARD);
  const sceneWithReach = withReach(shown, "b4", ["a4", "d4"], "Walks one cell along its rank or file.");
  expect(infoAt("b4", sceneWithReach)?.reach).toEqual(["a4", "d4"]);
  expect(infoAt("b4", sceneWithReach)?.lines[0]).toBe("Walks one cell along its rank or file.");
  expect(infoAt("b4", shown)).toMatchObject({ reach: [], lines: ["Beats every lower value. Against an equal value or an ace, both leave (R6)."] });
});

test("R6: values are named, and say how they fight", () => {
  const shown = board(BOARD);
  expect(infoAt("b4", shown)?.title).toBe("Suns’ minion 3");
  expect(infoAt("b2", shown)?.title).toBe("Suns’ ace");
  expect(infoAt("a1", shown)?.title).toBe("Suns’ null (0)");
  expect(infoAt("b2", shown)?.lines).toContain("Removes itself and every minion that it fights, whatever the value (R6).");
});

test("a minion whose value is not seen gets none, also if it is one’s own; only the values not yet shown", () => {
  const info = infoAt("d4", board(BOARD));
  expect(info?.title).toBe("Face-down minion of the Moons");
  expect(info?.lines).toContain("Its value is one of those not yet shown: 5 and A.");
  const { trays: _, ...bare } = board(BOARD);
  expect(infoAt("d4", { ...bare, trays: [] })?.lines).toContain("You cannot see its value.");
  expect(infoAt("a1", board(["s? m3"]))).toMatchObject({ title: "Face-down minion of the Suns", lines: ["You cannot see its value."] });
});

test("R7: a tile says what its capture still needs, or who has captured it", () => {
  const shown = board(BOARD, { owners: { "0 2": "suns" } });
  expect(infoAt("a3", shown)).toEqual({
    title: "Tile a3", lines: ["Suns 1, Moons 0. The Suns need one more here, or one enemy fewer, to capture it (R7)."], reach: [],
  });
  expect(infoAt("e1", shown)?.lines[0]).toContain("Two more minions");
  expect(infoAt("b1", shown)?.title).toBe("Tile a1, captured by the Suns");
  expect(infoAt("a1", withReach(shown, "a1", ["b1"]))?.lines.at(-1)).toBe("On tile a1, captured by the Suns.");
});
