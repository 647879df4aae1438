// Siege Master: its moves and areas, and what is said about its pieces.

import { type Pick, PickTree } from "game-api/grammar";
import { contextOf, infoOf, map, piece, testPicks, withReach } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { pieceInfo } from "../../../src/siegeworks/games/siege_master/view/explanations";
import { grammar } from "../../../src/siegeworks/games/siege_master/view/grammar";
import { hexesOf, inland } from "../../../src/siegeworks/games/siege_master/view/land";

// Each token, and the picks that reach it.
testPicks(grammar, [
  ["fortress", contextOf("red"), "@c4", ["place:c4"]],
  ["swap", contextOf("blue"), "swap", ["button:swap"]],
]);

test("an army is picked by any two of its hexes", () => {
  const context = contextOf("red", map(". . . . .", " . . . ."));
  const legal = ["a1-a4", "a2-a5"];
  const after = (...picks: Pick[]) => PickTree.of(legal, grammar, context).after(picks)?.tokens;
  expect(after("place:a1")).toEqual(["a1-a4"]);
  expect(after("place:a3")).toEqual(legal);
  expect(after("place:a3", "place:a5")).toEqual(["a2-a5"]);
});

test("while fortresses are placed, a hex where none may stand is a fortress that is explained", () => {
  const shown = map(". . . . .");
  const placing = { ...shown, cells: shown.cells.map((hex) => ({ ...hex, barred: hex.name === "a2" })) };
  expect(grammar.attempt?.(null, "place:a2", contextOf("red", placing))).toBe("@a2");
  expect(grammar.attempt?.(null, "place:a2", contextOf("red", shown))).toBe("a2-a5");
});

test("R4: an army covers four hexes in a line, in any of three directions", () => {
  const shown = map(". . . .", " . . . .", "  . . . .", "   . . . .");
  expect(hexesOf("a1-a4", shown).map(({ name }) => name)).toEqual(["a1", "a2", "a3", "a4"]);
  expect(hexesOf("a1-d2", shown).map(({ name }) => name)).toEqual(["a1", "b1", "c2", "d2"]);
  expect(hexesOf("a1-b4", shown)).toEqual([]);
});

test("hexes are inland by their distance from the coast", () => {
  const distance = inland(map("  . . .", " . . . .", ". . . . .", " . . . .", "  . . .").cells);
  expect(distance.get("a2")).toBe(0);
  expect(distance.get("c3")).toBe(1);
});

const infoAt = infoOf(pieceInfo);

const ARMY = ["b1", "b2", "b3", "b4"];
const MAP = map(". . F . .", "r r r r .", " F . . . .");

test("R4, R7: an army is named by its ends, and says if the next one must touch it", () => {
  const free = { ...MAP, chains: [ARMY] };
  expect(infoAt("b2", free)).toMatchObject({ title: "Red’s army b1–b4", reach: [] });
  const bound = withReach(free, "b1", ["a2", "b5"]);
  expect(infoAt("b2", bound)?.reach).toEqual(["a2", "b5"]);
  expect(infoAt("b2", bound)?.lines).toHaveLength(2);
});

test("R6: a neutral fortress says how much room its area has left", () => {
  const area = "Its area: 2 hexes, and 0 places for an army.";
  const walled = withReach(map("F . r . . . F"), "a1", ["a1", "a2"], area);
  expect(infoAt("a1", walled)).toMatchObject({ title: "Neutral fortress", reach: ["a1", "a2"] });
  expect(infoAt("a1", walled)?.lines.at(-1)).toBe(area);
  expect(infoAt("a7", walled)).toMatchObject({ title: "Neutral fortress", reach: [] });
});

test("R6: a captured fortress, closed land and open land", () => {
  const drawn = map("F . r . . . .");
  const shown = { ...drawn, cells: drawn.cells.map((hex) => ({ ...hex, closed: hex.name === "a2" })) };
  const captured = { ...shown, cells: shown.cells.map((hex) => (hex.name === "a1" ? { ...hex, seat: "blue" } : hex)) };
  expect(infoAt("a1", captured)?.title).toBe("Blue’s fortress");
  expect(infoAt("a2", shown)?.title).toBe("Closed land");
  expect(infoAt("a5", shown)).toBeNull();
  expect(pieceInfo(piece("fortress", null), null, shown)?.title).toBe("Neutral fortress");
});
