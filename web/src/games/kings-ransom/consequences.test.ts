import type { Cell, Piece, Scene } from "game-api/scene";
import { expect, test } from "vitest";
import type * as wire from "game-api/wire";
import type { Happening } from "game-api/aftermath";
import { cell, piece, scene } from "game-api/test-scenes";
import { lossesOf, origins, turnedUp } from "./losses";
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
