import { expect, test } from "vitest";
import type { Cell, Piece, Scene } from "../../scene/scene";
import type * as wire from "../../wire";
import { cell, contextOf, piece, scene } from "../test-scenes";
import type { Happening } from "../view";
import { lossesOf, origins, turnedUp } from "./losses";
import { attackOf, previewText, reachOf, sidesOf } from "./preview";
import { SYMBOLS } from "./symbols";

/** A tile by its letter; small letters lie face down, and ? is an unknown tile of the enemy. */
function tile(letter: string, seat: string): Piece {
  const [kind = "tile", symbol] = Object.entries(SYMBOLS).find(([, one]) => one.letter === letter.toUpperCase()) ?? [];
  return { ...piece(kind, seat, symbol ? `${symbol.letter}${symbol.pips}` : "?"), face_down: letter !== letter.toUpperCase() || letter === "?" };
}

/** Ranks from North's last to South's last, as the rules draw them; `hidden`: North's tiles that lie face down. */
function position(rows: string, hidden = "aeecis", notes: readonly string[] = []): Scene {
  const [north = [], south = []] = rows.split("/").map((side) => side.trim().split(" "));
  const army = (lines: readonly string[], seat: string): Cell[] =>
    lines.flatMap((line, rank) => [...line].map((letter, x) =>
      cell(`${seat === "south" ? "S" : "N"}${"abcd"[x]}${rank + 1}`, x, rank, { seat, piece: letter === "." ? null : tile(letter, seat) }),
    ));
  const tray = { title: "Face down", seat: "north", note: "", pieces: [...hidden].map((letter) => tile(letter.toUpperCase(), "north")) };
  return { ...scene("squares", [...army([...north].reverse(), "north"), ...army(south, "south")], [tray]), notes };
}

const step = (actor: string, token: string, shown = ""): wire.Step => ({ actor, token, shown });
const happening = (before: Scene, steps: readonly wire.Step[], now: Scene, all = steps): Happening => ({ steps, all, before, scene: now });
const lost = (...happenings: Happening[]) =>
  lossesOf(happenings).map(({ seat, lost }) => [seat, ...lost.map(({ piece, scorer }) => `${piece.seat}'s ${piece.kind}: ${scorer ?? "nobody"}`)]);

test("R4: nobody scores a tile that flees, or a Spy", () => {
  const before = position("?? ?? / ae si");
  expect(lost(happening(before, [step("south", "b1~", "E")], position("?? ?? / ai s.")))).toEqual([["south", "south's engineer: nobody"]]);
  expect(lost(happening(before, [step("south", "a2?b1", "K")], position("?? ?K / ae .i")))).toEqual([["south", "south's spy: nobody"]]);
});

test("R5: the winner scores the loser's tiles, with the one that helped", () => {
  const before = position("?? ?? / ae si");
  const pending = position("?? A? / aE si");
  const after = position("?? .? / .i s.");
  const attack = step("north", "a1xb1", "AxE");
  // One's own answer comes in a view of its own.
  const answer = step("south", "+a1", "A");
  expect(lost(happening(before, [attack], pending))).toEqual([]);
  expect(lost(happening(pending, [answer], after, [attack, answer]))).toEqual([
    ["north", "north's archer: south", "south's engineer: nobody", "south's archer: nobody"],
  ]);
  const alone = step("south", "stand");
  expect(lost(happening(before, [attack, alone], after, [attack, alone]))).toEqual([
    ["north", "north's archer: nobody", "south's engineer: north"],
  ]);
});

test("R5: a King who defends himself stays", () => {
  const before = position("?? ?? / ki ss");
  const after = position("?? .? / Ki ss");
  expect(lost(happening(before, [step("north", "a1xa1", "CxK")], after))).toEqual([["north", "north's cavalry: south"]]);
});

test("R9: the tiles that are paid change hands", () => {
  const now = position("?. / K.");
  expect(lost(happening(now, [step("north", "pay=41")], now))).toEqual([["north", "north's engineer: south", "north's spy: south"]]);
});

test("R6: tiles that moved are followed over several turns, and so are those turned up", () => {
  const first = position("?? ?? / ae si");
  const second = position("?? ?? / ae .i");
  const third = position("?? ?? / ai ..");
  const one = step("south", "a2?b1");
  const two = step("south", "b1~", "E");
  expect([...origins([happening(first, [one], second), happening(second, [two], third, [one, two])])]).toEqual([
    ["Sb1", { from: "Sb2", happening: 1 }],
  ]);
  const turned = position("?? ?? / aI ..");
  expect(turnedUp([happening(first, [one], second), happening(second, [two], turned, [one, two])])).toEqual(["Sb1"]);
});

test("R4: a tile reaches as many ranks as its range leaves", () => {
  expect(reachOf(tile("A", "south"), "Sb2")).toBe(4);
  expect(reachOf(tile("I", "south"), "Sb2")).toBe(0);
  expect(reachOf(tile("S", "south"), "Sb1")).toBe(0);
});

test("an attack is foretold as far as the seat may know", () => {
  const sides = (now: Scene, token: string) => sidesOf(attackOf(token, contextOf("south", now))!);
  expect(sides(position("?? ?? / ae si"), "b1xb1")).toBe("4 against ? + up to 6");
  expect(sides(position("?? ?I / ae si", "ecs"), "b1xb1")).toBe("4 against 2 + up to 4");
  expect(sides(position(".. KI / ae si", ""), "b1xb1")).toBe("4 against 2"); // a King helps nobody
  expect(sides(position("?? ?K / ae si"), "b1xb1")).toBe("4 against 5"); // and calls nobody
  expect(sides(position("?? SI / ae si", "k"), "b1xb1")).toBe("4 against 2 + up to 1");
});

const foretold: [string, Scene, string, string][] = [
  ["a hidden tile", position("?? ?? / ae si"), "a1xa1", "6 against ?: the tile lies face down. A tile beside it may help. If it is a Spy, your Archer is lost."],
  ["no Spy is left", position("?? ?? / ae si", "ec"), "a1xa1", "6 against ?: the tile lies face down. A tile beside it may help."],
  ["a Spy", position("S? / ae", "k"), "a1xa1", "A Spy beats an Archer: your Archer would be captured."],
  ["a King", position("K? / ae", "s"), "a1xa1", "6 against 5: the King would be captured."],
  ["a stronger tile", position("?A / ae"), "b1xb1", "4 against 6: your Engineer would be captured."],
  ["a weaker tile alone", position("KI / ae", ""), "b1xb1", "4 against 2: the Infantry would be captured."],
  ["an equal tile alone", position("KE / ae", ""), "b1xb1", "4 against 4: a tie, all of them leave the game, and nobody scores."],
  ["a tile that may get help", position("?C / ae", "i"), "b1xb1", "4 against 3 + up to 2, if a tile beside it helps."],
  ["a flight", position("?? / ae"), "b1~", "Your Engineer leaves the game, and nobody scores it."],
];

test.each(foretold)("%s is foretold in words", (_, now, token, sentence) => {
  expect(previewText(token, contextOf("south", now))).toBe(sentence);
});

test("R5: what a call leads to", () => {
  const now = position("A. / Eic", "", ["North's Archer on a1 (6 pips) attacks South's Engineer on a1 (4 pips) (R5)"]);
  const answer = (token: string) => previewText(token, contextOf("south", now));
  expect(answer("+b1")).toBe("6 against 4 + 2: a tie, all of them leave the game, and nobody scores.");
  expect(answer("+c1")).toBe("6 against 4 + 3: you would capture the attacker.");
  expect(answer("stand")).toBe("6 against 4: you would lose the tile.");
});
