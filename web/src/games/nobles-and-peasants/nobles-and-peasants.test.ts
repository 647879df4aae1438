import { type MoveContext, type Pick, PickTree } from "game-api/grammar";
import { contextOf, piece, scene } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { grammar, ROW } from "./grammar";
import { LINES } from "./lines";

const stones = Array.from({ length: 7 }, () => piece("stone", null, "B"));
const row = scene("circles", [], [{ title: ROW, pieces: stones, seat: null, note: "" }]);

// Each token, and the picks that reach it.
const cases: [string, MoveContext, string, Pick[]][] = [
  ["place a tower", contextOf("blue", row), "T@d4", ["tray:hand", "place:d4"]],
  ["left stone", contextOf("blue", row), "L@d4", ["tray:row:0", "place:d4"]],
  ["right stone", contextOf("blue", row), "R@d4", ["tray:row:6", "place:d4"]],
  ["move a tower", contextOf("blue", row), "c3-d4", ["place:c3", "place:d4"]],
  ["take a tower back", contextOf("blue", row), "-c3", ["place:c3", "button:back"]],
  ["insert", contextOf("blue", row), "L>5", ["tray:row:0", "tray:row:5"]],
];

test.each(cases)("%s: the token is reached by its picks and no others", (_, context, token, picks) => {
  const tree = PickTree.of([token], grammar, context);
  expect(tree.after(picks)?.complete).toBe(true);
  expect(tree.after(picks)?.tokens).toEqual([token]);
  expect(tree.after(["place:zz"])).toBeNull();
});

test("an impossible pick is explained as the move it seems to mean", () => {
  expect(grammar.attempt?.("tray:hand", "place:d4", contextOf("blue"))).toBe("T@d4");
  expect(grammar.attempt?.("place:c3", "place:d4", contextOf("blue"))).toBe("c3-d4");
  expect(grammar.attempt?.("tray:row:2", "place:d4", contextOf("blue"))).toBeNull();
});

test("the ghost of a placement is the piece that is placed", () => {
  expect(grammar.ghost?.("T@d4", contextOf("blue"))?.piece?.kind).toBe("tower");
});

test("R1: there are 21 lines", () => {
  expect(LINES.length).toBe(21);
});
