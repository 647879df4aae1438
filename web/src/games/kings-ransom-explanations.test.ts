// King’s Ransom: what is said about its tiles, and where they came from.

import type { Happening } from "game-api/aftermath";
import type { Cell, Piece, Scene } from "game-api/scene";
import { cell, infoOf, piece, scene, withReach } from "game-api/test-scenes";
import type * as wire from "game-api/wire";
import { expect, test } from "vitest";
import { pieceInfo } from "../../../src/siegeworks/games/kings_ransom/view/explanations";
import { origins, turnedUp } from "../../../src/siegeworks/games/kings_ransom/view/moved-tiles";

const LETTERS: Readonly<Record<string, [kind: string, pips: number]>> = {
  a: ["archer", 6], k: ["king", 5], e: ["engineer", 4], c: ["cavalry", 3], i: ["infantry", 2], s: ["spy", 1],
};

/** A tile by its letter; small letters lie face down, and ? is an unknown tile of the enemy. */
function tile(letter: string, seat: string): Piece {
  const [kind, pips] = LETTERS[letter.toLowerCase()] ?? ["tile", 0];
  return { ...piece(kind, seat, pips > 0 ? `${letter.toUpperCase()}${pips}` : "?"), face_down: letter !== letter.toUpperCase() || letter === "?" };
}

/** Ranks from North's last to South's last, as the rules draw them; `hidden`: North's tiles that lie face down. */
function position(rows: string, hidden = "aeecis"): Scene {
  const [north = [], south = []] = rows.split("/").map((side) => side.trim().split(" "));
  const army = (lines: readonly string[], seat: string): Cell[] =>
    lines.flatMap((line, rank) => [...line].map((letter, x) =>
      cell(`${seat === "south" ? "S" : "N"}${"abcd"[x]}${rank + 1}`, x, rank, { seat, piece: letter === "." ? null : tile(letter, seat) }),
    ));
  const tray = { title: "Face down", seat: "north", note: "", pieces: [...hidden].map((letter) => tile(letter.toUpperCase(), "north")) };
  return scene("squares", [...army([...north].reverse(), "north"), ...army(south, "south")], [tray]);
}

const infoAt = infoOf(pieceInfo);

test("R4: a tile says which enemies it reaches, once that is known; a Spy that was found out says so", () => {
  const shown = position("?? / aS");
  expect(infoAt("Sa1", withReach(shown, "Sa1", ["Na1"]))?.reach).toEqual(["Na1"]);
  expect(infoAt("Sa1", withReach(shown, "Sa1", [], "From here it reaches no tile."))?.lines.at(-1)).toBe("From here it reaches no tile.");
  expect(infoAt("Sa1", shown)?.reach).toEqual([]);
  expect(infoAt("Sb1", shown)?.lines[0]).toContain("no longer");
});

test("a tile is named with its owner and pips", () => {
  const shown = position("E / a");
  expect(infoAt("Na1", shown)?.title).toBe("North’s Engineer, 4 pips");
  expect(infoAt("Sa1", shown)?.title).toBe("South’s Archer, 6 pips, face down");
  expect(pieceInfo(piece("spy", null, "S1"), null, shown)?.title).toBe("Spy, 1 pip");
  expect(infoAt("Sb1", position("E. / a."))).toBeNull();
});

test("a face-down tile of the enemy has no kind, no pips and no reach, but the public list of what it may be", () => {
  const shown = position("? / a", "aak");
  expect(infoAt("Na1", shown)).toEqual({
    title: "Face-down tile of North",
    lines: ["Only North knows which tile this is.", "It is one of these: 2 × Archer and King."],
    reach: [],
  });
});

const happening = (before: Scene, steps: readonly wire.Step[], now: Scene): Happening => ({ steps, before, scene: now });

test("tiles that moved are followed over several turns, and so are those turned up", () => {
  const first = position("?? ?? / ae si");
  const second = position("?? ?? / ae .i");
  const third = position("?? ?? / ai ..");
  const firstStep = { actor: "south", token: "a2?b1" };
  const secondStep = { actor: "south", token: "b1~", effects: { slides: [{ start: "Sb2", place: "Sb1" }] } };
  const three = { actor: "south", token: "a1~", effects: { slides: [{ start: "Sb1", place: "Sa1" }] } };
  const turns = [happening(first, [firstStep], second), happening(second, [secondStep], third)];
  expect([...origins(turns)]).toEqual([["Sb1", { from: "Sb2", happening: 1 }]]);
  expect([...origins([...turns, happening(third, [three], position("?? ?? / i. .."))])]).toEqual([["Sa1", { from: "Sb2", happening: 2 }]]);
  const turned = position("?? ?? / aI ..");
  expect(turnedUp([happening(first, [firstStep], second), happening(second, [secondStep], turned)])).toEqual(["Sb1"]);
});
