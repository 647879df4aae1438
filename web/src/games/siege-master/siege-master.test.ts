import { type MoveContext, type Pick, PickTree } from "game-api/grammar";
import { contextOf, map } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { grammar } from "./grammar";
import { closedLand, hexesOf, inland } from "./land";

// Each token, and the picks that reach it.
const cases: [string, MoveContext, string, Pick[]][] = [
  ["fortress", contextOf("red"), "@c4", ["place:c4"]],
  ["swap", contextOf("blue"), "swap", ["button:swap"]],
];

test.each(cases)("%s: the token is reached by its picks and no others", (_, context, token, picks) => {
  const tree = PickTree.of([token], grammar, context);
  expect(tree.after(picks)?.complete).toBe(true);
  expect(tree.after(picks)?.tokens).toEqual([token]);
  expect(tree.after(["place:zz"])).toBeNull();
});

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
  const placing = { ...shown, cells: shown.cells.map((one) => ({ ...one, barred: one.name === "a2" })) };
  expect(grammar.attempt?.(null, "place:a2", contextOf("red", placing))).toBe("@a2");
  expect(grammar.attempt?.(null, "place:a2", contextOf("red", shown))).toBe("a2-a5");
});

test("R6: land that no army fits into is closed, and fortresses in it count as land", () => {
  const shown = map(". . . . r . . F", " r r r r r . .");
  expect([...closedLand(shown)].sort()).toEqual(["a6", "a7", "a8", "b6", "b7"]);
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
