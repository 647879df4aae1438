// Nobles and Peasants: its moves and lines, and what is said about its pieces.

import type { Piece, Scene } from "game-api/scene";
import { cell, contextOf, infoOf, piece, scene, testPicks, withReach } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { pieceInfo } from "../../../src/siegeworks/games/nobles_and_peasants/view/explanations";
import { grammar, ROW } from "../../../src/siegeworks/games/nobles_and_peasants/view/grammar";
import { LINES } from "../../../src/siegeworks/games/nobles_and_peasants/view/lines";

const stones = Array.from({ length: 7 }, () => piece("stone", null, "B"));
const row = scene("circles", [], [{ title: ROW, pieces: stones, seat: null, note: "" }]);

// Each token, and the picks that reach it.
testPicks(grammar, [
  ["place a tower", contextOf("blue", row), "T@d4", ["tray:hand", "place:d4"]],
  ["left stone", contextOf("blue", row), "L@d4", ["tray:row:0", "place:d4"]],
  ["right stone", contextOf("blue", row), "R@d4", ["tray:row:6", "place:d4"]],
  ["move a tower", contextOf("blue", row), "c3-d4", ["place:c3", "place:d4"]],
  ["take a tower back", contextOf("blue", row), "-c3", ["place:c3", "button:back"]],
  ["insert", contextOf("blue", row), "L>5", ["tray:row:0", "tray:row:5"]],
]);

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

const tower = (seat: string | null): Piece => ({ ...piece(seat ? "tower" : "neutral tower", seat), color: seat ?? "red" });
const stone = (color: string): Piece => ({ ...piece("stone", null), color });

const TWO = { blue: "yellow", green: "yellow" }; // seats with their peasants

function board(pieces: Readonly<Record<string, Piece>>, peasants: Readonly<Record<string, string>> = TWO): Scene {
  const names = [...new Set(LINES.flat())];
  const hands = Object.keys(peasants).map((seat) => ({ title: "Hand", seat, note: "", pieces: [] }));
  const worth = Object.fromEntries(Object.entries(peasants).map(([seat, peasant]) => [seat, { [seat]: 4, [peasant]: 2 }]));
  return { ...scene("circles", names.map((name) => cell(name, 0, 0, { piece: pieces[name] ?? null })), hands), worth };
}

const infoAt = infoOf(pieceInfo);

test("R5, R7: a tower says what it scores, and once it is known what it sees and adds at the end", () => {
  const shown = board({ d1: tower("blue"), d3: stone("yellow") });
  const last = "At the end it adds 2 for each yellow stone in its sight: now 2 (R7).";
  const info = infoAt("d1", withReach(shown, "d1", ["d2"], last));
  expect(info?.title).toBe("Blue’s tower");
  expect(info?.lines).toEqual(["A stone placed where it looks scores for Blue: 4 if blue (noble), 2 if yellow (peasant), else 1 (R5).", last]);
  expect(info?.reach).toEqual(["d2"]);
  expect(infoAt("d1", shown)?.reach).toEqual([]);
});

test("R2: what a stone is to each seat is what it is worth", () => {
  const roles = (color: string, peasants?: Record<string, string>) => infoAt("d4", board({ d4: stone(color) }, peasants))?.lines[0];
  expect(roles("yellow")).toBe("The peasant of Blue and the peasant of Green (R2).");
  expect(roles("yellow", { blue: "yellow", yellow: "green", green: "blue" })).toBe("The peasant of Blue, the noble of Yellow and a foreigner of Green (R2).");
});

test("R7: a stone reaches the towers whose peasant it is", () => {
  const shown = withReach(board({ d4: stone("yellow"), d1: tower("blue"), d6: tower(null) }), "d4", ["d1"]);
  expect(infoAt("d4", shown)?.reach).toEqual(["d1"]);
  expect(infoAt("d6", shown)?.title).toBe("Neutral tower");
  expect(infoAt("d5", shown)).toBeNull();
});
