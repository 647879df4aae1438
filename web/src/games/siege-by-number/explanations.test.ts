import { byName, type Piece, type Scene } from "game-api/scene";
import { cell, piece, scene } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { fights } from "./explanation-words";
import { pieceInfo } from "./explanations";

/** A row of squares from a1, with pieces on some. */
function row(length: number, pieces: Readonly<Record<string, Piece>>, dice: readonly string[] = [], notes: readonly string[] = []): Scene {
  const cells = Array.from({ length }, (_, i) => `${"abcdefghij"[i]}1`).map((name, x) => cell(name, x, 0, { ground: "square", piece: pieces[name] ?? null }));
  const home = cell("N", length + 0.5, 0.5, { ground: "home", seat: "suns" });
  const thrown = dice.map((text): Piece => ({ ...piece("die", "suns", text.slice(0, 1)), spent: text.endsWith("-") }));
  const trays = [
    ...(dice.length > 0 ? [{ title: "dice", seat: "suns", note: "", pieces: thrown }] : []),
    { title: "stack", seat: "suns", note: "", pieces: [piece("army", "suns", "?"), piece("commander", "suns")] },
  ];
  return { ...scene("squares", [...cells, home], trays), notes };
}

const army = (seat: string, value = "?"): Piece => ({ ...piece("army", seat, value), face_down: true });

function infoAt(name: string, shown: Scene) {
  const at = byName(shown).get(name);
  return at ? pieceInfo(at.piece, at, shown) : null;
}

test("R7: the highest die left says how far a piece walks, and pieces are in its way", () => {
  const shown = row(7, { a1: army("suns"), d1: army("crowns") }, ["2", "5-"]);
  expect(infoAt("a1", shown)?.reach).toEqual(["b1", "c1"]);
  expect(infoAt("a1", row(7, { a1: army("suns"), d1: army("crowns") }, ["5"]))?.reach).toEqual(["b1", "c1"]);
  expect(infoAt("a1", row(7, { a1: army("suns") }, ["0", "4-"]))?.reach).toEqual([]);
  expect(infoAt("d1", shown)?.reach).toEqual(["c1", "e1", "b1", "f1", "g1", "N"]); // the best roll of the other
});

test("R7: a piece that has been chosen moves no more, and a Commander walks over its Armies", () => {
  const chosen = row(4, { a1: army("suns") }, ["5"], ["Moved already this turn: a1, c1 (R7)"]);
  expect(infoAt("a1", chosen)).toMatchObject({ reach: [], title: "Suns’ Army, value not shown, face down" });
  expect(infoAt("a1", chosen)?.lines.at(-1)).toContain("chosen");
  const led = row(4, { a1: piece("commander", "suns"), b1: army("suns") }, ["2"]);
  expect(infoAt("a1", led)).toMatchObject({ reach: ["c1"], title: "Suns’ Commander" });
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
