// Siege by Number: its moves and sides, and what is said about its pieces.

import { layoutOf } from "game-api/layout";
import type { Piece, Scene } from "game-api/scene";
import { cell, contextOf, infoOf, piece, scene, testPicks, withReach } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { fights } from "../../../src/siegeworks/games/siege_by_number/view/explanation-words";
import { pieceInfo } from "../../../src/siegeworks/games/siege_by_number/view/explanations";
import { automaticTurnEnd, grammar } from "../../../src/siegeworks/games/siege_by_number/view/grammar";
import { turnsFor } from "../../../src/siegeworks/games/siege_by_number/view/view";

// Each token, and the picks that reach it.
testPicks(grammar, [
  ["walk by dice", contextOf("suns"), "N-i10", ["place:N", "place:i10"]],
  ["stay", contextOf("suns"), "e5-e5", ["place:e5", "button:stay"]],
  ["attack", contextOf("suns"), "xe6", ["place:e6"]],
  ["done", contextOf("suns"), "done", ["button:done"]],
]);

test("an impossible pick is explained as the attack it seems to mean", () => {
  expect(grammar.attempt?.(null, "place:e6", contextOf("suns"))).toBe("xe6");
});

test("R7: a turn ended automatically if the dice were rolled again without done", () => {
  const step = (line: string) => ({ actor: line.split(" ")[0] ?? "", token: line.split(" ")[1] ?? "" });
  const after = (...lines: string[]) => automaticTurnEnd(lines.map(step));
  expect(after("chance roll=3", "crowns S-d3", "chance roll=0")).toBe("crowns");
  expect(after("crowns xe6", "chance e6=3", "chance roll=0")).toBe("crowns");
  expect(after("crowns done", "chance roll=0")).toBeNull();
  expect(after("chance first=suns", "chance roll=0")).toBeNull();
  expect(after("crowns S-d3", "chance roll=0", "suns done")).toBeNull();
  expect(after("crowns S-d3")).toBeNull();
  expect(after("table resign=suns", "chance roll=0")).toBeNull();
});

test("each seat has its own arm at the lower edge", () => {
  const homes = [["suns", 9.5, 1.5], ["moons", 11.5, 9.5], ["crowns", 3.5, 11.5], ["arms", 1.5, 3.5]] as const;
  const board = scene("squares", homes.map(([seat, x, y]) => cell(seat, x, y, { ground: "home", seat })));
  for (const [seat] of homes) {
    const layout = layoutOf(board, turnsFor(seat, board));
    const height = ({ x, y }: { readonly x: number; readonly y: number }) => layout.at({ x, y }).y;
    const lowest = board.cells.reduce((a, b) => (height(b) > height(a) ? b : a));
    expect(lowest.seat).toBe(seat);
  }
});

/** A row of squares from a1, with pieces on some. */
function row(length: number, pieces: Readonly<Record<string, Piece>>, dice: readonly string[] = []): Scene {
  const cells = Array.from({ length }, (_, i) => `${"abcdefghij"[i]}1`).map((name, x) => cell(name, x, 0, { ground: "square", piece: pieces[name] ?? null }));
  const home = cell("N", length + 0.5, 0.5, { ground: "home", seat: "suns" });
  const thrown = dice.map((text): Piece => ({ ...piece("die", "suns", text.slice(0, 1)), spent: text.endsWith("-") }));
  const trays = [
    ...(dice.length > 0 ? [{ title: "dice", seat: "suns", note: "", pieces: thrown }] : []),
    { title: "stack", seat: "suns", note: "", pieces: [piece("army", "suns", "?"), piece("commander", "suns")] },
  ];
  return scene("squares", [...cells, home], trays);
}

const army = (seat: string, value = "?"): Piece => ({ ...piece("army", seat, value), face_down: true });

const infoAt = infoOf(pieceInfo);

test("R7: a piece says how far the dice carry it, once that is known", () => {
  const shown = row(7, { a1: army("suns"), b1: piece("commander", "suns") }, ["2", "5-"]);
  const sceneWithReach = withReach(shown, "a1", ["c1"], "The highest die left carries it up to 2 steps.");
  expect(infoAt("a1", sceneWithReach)).toMatchObject({ reach: ["c1"], title: "Suns’ Army, value not shown, face down" });
  expect(infoAt("a1", sceneWithReach)?.lines.at(-1)).toBe("The highest die left carries it up to 2 steps.");
  expect(infoAt("a1", shown)?.reach).toEqual([]);
  expect(infoAt("b1", sceneWithReach)).toMatchObject({ reach: [], title: "Suns’ Commander" });
});

test("R8: each value says what it beats", () => {
  expect(fights("0")).toBe("Beats 5, and loses to A, 2, 3 and 4 (R8). It defeats a Commander that it attacks (R9).");
  expect(fights("5")).toBe("Beats A, 2, 3 and 4, and loses to 0 (R8).");
  expect(fights("3")).toBe("Beats 0, A and 2, and loses to 4 and 5 (R8).");
});

test("R3: a coin not yet shown gets no value", () => {
  const lines = infoAt("a1", row(3, { a1: army("crowns") }))?.lines.join(" ");
  expect(lines).toContain("Nobody knows its value");
  expect(lines).not.toContain("Beats");
  expect(infoAt("a1", row(3, { a1: army("crowns", "A") }))?.title).toBe("Crowns’ Army, ace (A), face down");
});

test("R5, R6: an empty Home Base and a die are explained, an empty square is not", () => {
  const shown = row(3, {}, ["3"]);
  expect(infoAt("N", shown)?.title).toBe("Home Base of the Suns");
  expect(infoAt("N", shown)?.lines[0]).toContain("1 coin");
  expect(pieceInfo(piece("die", "suns", "3"), null, shown)?.lines).toEqual(["Lets one piece walk up to 3 steps (R6)."]);
  expect(infoAt("a1", shown)).toBeNull();
});
