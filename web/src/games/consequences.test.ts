// What turns did and what moves would do, on drawn positions.

import { expect, test } from "vitest";
import type { Layout } from "../board/layout";
import type { Cell, Scene, Tray } from "../scene/scene";
import { aged } from "./aftermath";
import * as expansion from "./expansion/events";
import * as nobles from "./nobles-and-peasants/events";
import { eventsOf as siegesOf } from "./siege-master/events";
import { borderOf } from "./siege-master/land";
import { spentDie } from "./siege-by-number/dice";
import * as numbers from "./siege-by-number/events";
import { cell, map, piece, scene } from "./test-scenes";
import type { Happening } from "./view";

const stepsOf = (...lines: readonly string[]) =>
  lines.map((line) => {
    const [actor = "", token = "", shown = ""] = line.split(" ");
    return { actor, token, shown };
  });

const happening = (before: Scene | null, now: Scene, ...lines: readonly string[]): Happening => ({
  steps: stepsOf(...lines), before, scene: now,
});

test("the newest turn is the strongest, and turns before the last round are left out", () => {
  const done = ["blue", "green", "green", "red", "blue"].map((seat, i) => ({ seat, i }));
  expect(aged(done, 3).map(({ i, age }) => [i, age])).toEqual([[1, 2], [2, 2], [3, 1], [4, 0]]);
  expect(aged([], 2)).toEqual([]);
});

// Nobles and Peasants ---------------------------------------------------------------------------------

/** A part of the round board; `B` and `G` are towers of Blue and Green, a small letter is a stone. */
function circles(at: Readonly<Record<string, string>>, trays: readonly Tray[] = []): Scene {
  const names: Record<string, string> = { b: "blue", g: "green", y: "yellow", r: "red" };
  const rows = [4, 5, 6, 7, 6, 5, 4];
  const cells = rows.flatMap((length, row) =>
    Array.from({ length }, (_, i) => {
      const name = `${"abcdefg"[row]}${i + 1}`;
      const sign = at[name] ?? "";
      const color = names[sign.toLowerCase()] ?? null;
      const isTower = sign !== sign.toLowerCase();
      return cell(name, 2 * i + Math.abs(row - 3), row, {
        piece: color ? { ...piece(isTower ? "tower" : "stone", isTower ? color : null), color } : null,
      });
    }),
  );
  return scene("circles", cells, trays);
}

test("R5: a stone scores along each line, and the sums say for whom", () => {
  const before = circles({ d1: "B", a4: "B", d7: "G" });
  const after = circles({ d1: "B", a4: "B", d7: "G", d4: "b" });
  const [event] = nobles.eventsOf(happening(before, after, "green L@d4"), 2);
  expect(event).toMatchObject({ kind: "stone", seat: "green", circle: "d4" });
  const { scores, sums } = event as nobles.StonePlaced;
  expect(scores.map(({ place, points }) => `${place} +${points}`).sort()).toEqual(["a4 +4", "d1 +4", "d7 +1"]);
  expect(Object.fromEntries(sums)).toEqual({ blue: 8, green: 1 });
});

test("R5: a tower that was placed before in the same turns scores and blocks", () => {
  const before = circles({ d1: "B" });
  const after = circles({ d1: "B", d2: "G", d4: "y" });
  const events = nobles.eventsOf(happening(before, after, "green T@d2", "blue R@d4"), 2);
  expect(events[0]).toMatchObject({ kind: "tower", from: null, circle: "d2" });
  expect((events[1] as nobles.StonePlaced).scores).toEqual([{ place: "d2", seat: "green", points: 2 }]);
});

test("R4: a tower that moves or goes back is told; what does not fit is not", () => {
  const before = circles({ d1: "B", a1: "B" });
  const after = circles({ d4: "B" });
  const events = nobles.eventsOf(happening(before, after, "blue d1-d4", "blue L>5", "blue -a1", "blue L@g1"), 2);
  expect(events.map((event) => event.kind === "tower" && [event.from, event.circle])).toEqual([["d1", "d4"], ["a1", null]]);
  expect(events[0]).toHaveProperty("views", ["d7", "g4", "g1", "d1", "b2", "a4"]); // d1, which it left, does not block
  expect(nobles.eventsOf(happening(null, after, "blue d1-d4"), 2)).toEqual([]);
});

// Siege by Number -------------------------------------------------------------------------------------

const dice = (seat: string, left: string, spent = ""): Tray => ({
  title: "dice", seat, note: "",
  pieces: [...[...left].map((die) => piece("die", seat, die)), ...[...spent].map((die) => ({ ...piece("die", seat, die), spent: true }))],
});

/** Two rows of squares, e5 to h5 and e6 to h6, with pieces: `s` suns, `c` crowns, `K` the suns' Commander. */
function squares(lower: string, upper: string, ...trays: readonly Tray[]): Scene {
  const armies: Record<string, [string, string]> = { s: ["army", "suns"], c: ["army", "crowns"], K: ["commander", "suns"] };
  const row = (signs: string, rank: number): Cell[] =>
    [...signs].map((sign, i) => {
      const [kind, seat] = armies[sign] ?? [];
      return cell(`${"efgh"[i]}${rank}`, i, 6 - rank, { piece: kind && seat ? piece(kind, seat, kind === "army" ? "?" : "") : null });
    });
  return scene("squares", [...row(lower, 5), ...row(upper, 6)], trays);
}

test("R7: the lowest die that suffices is spent", () => {
  expect(spentDie(["0", "A", "3", "5"], 2)).toBe("3");
  expect(spentDie(["5", "0"], 0)).toBe("0");
  expect(spentDie(["0", "A"], 2)).toBeNull();
});

test("R7: the way goes around other pieces, cell by cell, and each walk spends a die of its own", () => {
  const before = squares("sc..", "....", dice("suns", "455"));
  const now = squares(".c..", "...s");
  const events = numbers.eventsOf([happening(before, now, "suns e5-g5", "suns g5-h6", "suns h6-h6")]);
  expect(events.map((event) => event.kind === "walk" && [event.path.join(" "), event.die])).toEqual([
    ["e5 e6 f6 g6 g5", "4"], ["g5 h5 h6", "5"], ["h6", "5"],
  ]);
});

test("R7: dice that were just rolled belong to the next who moves; those of another seat are not spent", () => {
  const before = squares("s..c", "....", dice("crowns", "5"));
  const now = squares(".s.c", "....");
  const dieOf = (...lines: string[]) => {
    const [event] = numbers.eventsOf([happening(before, now, ...lines)]);
    return event?.kind === "walk" && event.die;
  };
  expect(dieOf("suns e5-f5")).toBeNull();
  expect(dieOf("chance roll=A3", "suns e5-f5")).toBe("A");
});

test("R8: a battle shows who falls, also if its coins are shown in a later view", () => {
  const before = squares("s...", ".c..", dice("suns", "A"));
  const walked = squares(".s..", ".c..", dice("suns", ""));
  const now = squares(".s..", "....", { title: "values shown", seat: "crowns", note: "", pieces: [] });
  const events = numbers.eventsOf([
    happening(before, walked, "suns e5-f5"),
    happening(walked, walked, "suns xf6"),
    happening(walked, walked, "chance f5=4"),
    happening(walked, now, "chance f6=A", "chance roll=3"),
  ]);
  expect(events[1]).toMatchObject({ kind: "fight", from: "f5", to: "f6", outcome: "attacker", fallen: { at: "f6", piece: { text: "A" } } });
  const [, pending] = numbers.eventsOf([happening(before, walked, "suns e5-f5", "suns xf6")]);
  expect(pending).toMatchObject({ outcome: null, fallen: null });
});

test("R8: with values that are not shown to the page, it sees who is left", () => {
  const before = squares("s...", "c...", dice("suns", "A"));
  const lost = numbers.eventsOf([happening(before, squares("....", "c..."), "suns e5-e5", "suns xe6", "chance ?")]);
  expect(lost[1]).toMatchObject({ outcome: "defender", fallen: { at: "e5" } });
  const tie = numbers.eventsOf([happening(before, squares("s...", "c..."), "suns e5-e5", "suns xe6", "chance ?")]);
  expect(tie[1]).toMatchObject({ outcome: "stay", fallen: null });
});

// Siege Master ----------------------------------------------------------------------------------------

test("R6: what an army closed and captured stays known; land that was closed before does not count", () => {
  const before = map("F . . . . . . .", " r r r r . . . .");
  const now: Scene = {
    ...before,
    cells: before.cells.map((one) =>
      /^a[3-6]$/.test(one.name) ? { ...one, piece: piece("army", "blue") } : one.name === "a1" ? { ...one, seat: "blue" } : one,
    ),
  };
  const [event] = siegesOf(happening(before, now, "blue a3-a6"));
  expect(event).toMatchObject({ seat: "blue", captured: ["a1"], isSwap: false });
  expect(event?.closed.map(({ name }) => name).sort()).toEqual(["a1", "a2"]);
  expect(siegesOf(happening(null, now, "blue a3-a6"))).toEqual([]);
  const [later] = siegesOf(happening(now, now, "red b5-b8"));
  expect(later).toMatchObject({ captured: [], closed: [] });
  expect(siegesOf(happening(before, before, "blue swap"))[0]).toMatchObject({ isSwap: true, seat: "blue" });
});

test("the border of an area leaves out the sides between its hexes", () => {
  const at: Layout["at"] = ({ x, y }) => ({ x: x * 20 * Math.sqrt(3), y: y * 60 });
  const { cells } = map(". .");
  expect(borderOf(cells.slice(0, 1), at).match(/M/g)).toHaveLength(6);
  expect(borderOf(cells, at).match(/M/g)).toHaveLength(10);
});

// Expansion -------------------------------------------------------------------------------------------

/** Four tiles, a1 to d4, drawn from rank 4 down; `s` and `m` are minions, `owners` the tiles captured. */
function tiles(ranks: readonly string[], owners: Readonly<Record<string, string>> = {}, values: Readonly<Record<string, string>> = {}): Scene {
  const cells = ranks.flatMap((line, y) =>
    [...line].map((sign, x) => {
      const name = `${"abcd"[x]}${4 - y}`;
      const tile = `${"ac"[Math.floor(x / 2)]}${y < 2 ? 3 : 1}`;
      const seat = sign === "s" ? "suns" : "moons";
      return cell(name, x, y, { seat: owners[tile] ?? null, piece: sign === "." ? null : piece("minion", seat, values[name] ?? "?") });
    }),
  );
  return scene("tiles", cells);
}

test("R5, R7: a jump says over whom, and the tile that it captures", () => {
  const before = tiles(["....", "s...", "ss..", "...."]);
  const now = tiles(["s...", "s...", ".s..", "...."], { a3: "suns" });
  expect(expansion.eventsOf(happening(before, now, "suns a2-a4"))).toEqual([
    { seat: "suns", from: "a2", to: "a4", over: "a3", isAttack: false, fallen: [], captured: [{ tile: "a3", seat: "suns" }] },
  ]);
  expect(expansion.between("a3", "b3")).toBeNull();
  expect(expansion.between("b4", "d2")).toBe("c3");
});

test("R6: those who fall are named with their values", () => {
  const before = tiles(["....", "sm..", "....", "...."]);
  const fell = (shown: string) =>
    expansion.eventsOf(happening(before, before, `suns a3-b3 ${shown}`))[0]?.fallen.map(({ seat, text }) => `${seat} ${text}`);
  expect(fell("4x3")).toEqual(["moons 3"]);
  expect(fell("2x3")).toEqual(["suns 2"]);
  expect(fell("Ax3")).toEqual(["suns A", "moons 3"]);
  expect(fell("")).toEqual([]);
});
