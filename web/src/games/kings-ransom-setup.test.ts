import type { Tray } from "game-api/scene";
import { cell, piece, scene } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { type Army, armyOf, withTiles } from "../../../src/siegeworks/games/kings_ransom/view/setup/army";
import {
  type Draft, fillAtRandom, formation, FORMATIONS, freePlaces, move, put, remaining, shuffled, stillPossible, take, tokensOf,
} from "../../../src/siegeworks/games/kings_ransom/view/setup/draft";

const KINDS: Record<string, string> = { A: "archer", K: "king", E: "engineer", C: "cavalry", I: "infantry", S: "spy" };
const FULL = "AAAKEEECCCIIISSS";

/** South's army, with these tiles still to be laid out, and these that lie. */
function sceneOf(left: string, columns: string, ranks: number, laid: Record<string, string> = {}) {
  const tile = (letter: string) => piece(KINDS[letter] ?? "", "south", `${letter}1`);
  const cells = ["N", "S"].flatMap((side) =>
    [...columns].flatMap((column, x) =>
      Array.from({ length: ranks }, (_, rank) => {
        const name = `${side}${column}${rank + 1}`;
        const letter = laid[name];
        return cell(name, x, rank, {
          seat: side === "S" ? "south" : "north", piece: letter ? { ...tile(letter), face_down: true } : null,
        });
      }),
    ),
  );
  const tray: Tray = { title: "Still to lay out", seat: "south", note: "", pieces: [...left].map(tile) };
  return scene("squares", cells, [tray]);
}
const army = (left = FULL, columns = "abcd", ranks = 4, laid = {}): Army => armyOf(sceneOf(left, columns, ranks, laid))!;
const counts = (draft: Draft): string => [...draft.values()].sort().join("");
const letters = (text: string): string => [...text].sort().join("");

test("R3: the places are laid out rank by rank", () => {
  expect(army().places.slice(0, 5)).toEqual(["Sa1", "Sb1", "Sc1", "Sd1", "Sa2"]);
  expect(army("KAECIS", "ab", 3).places).toEqual(["Sa1", "Sb1", "Sa2", "Sb2", "Sa3", "Sb3"]);
});

test("there is no army to lay out once the tray is empty", () => {
  expect(armyOf(sceneOf("", "ab", 2))).toBeNull();
  expect(armyOf(scene("squares", []))).toBeNull();
});

test("a tile leaves the tray and comes back to it", () => {
  const all = army("KAE", "ab", 2, { Sa1: "S" });
  const draft = put(all, new Map(), "Sb2", "A");
  expect(remaining(all, draft)).toEqual(["K", "E"]);
  expect(freePlaces(all, draft)).toEqual(["Sb1", "Sa2"]);
  expect(remaining(all, take(draft, "Sb2"))).toEqual(["K", "A", "E"]);
  expect([...put(all, draft, "Sb2", "K")]).toEqual([["Sb2", "K"]]);
});

test("R3: a tile that is used up, or lies for good, cannot be placed or moved", () => {
  const all = army("KAE", "ab", 2, { Sa1: "S" });
  const draft = put(all, new Map(), "Sb2", "A");
  expect(put(all, draft, "Sa2", "A")).toBe(draft);
  expect(put(all, draft, "Sa1", "K")).toBe(draft);
  expect(put(all, draft, "Na1", "K")).toBe(draft);
  expect(move(all, draft, "Sb2", "Sa1")).toBe(draft);
});

test("tiles move, and swap where another lies", () => {
  const all = army("KAEC", "ab", 2);
  const two = put(all, put(all, new Map(), "Sa1", "K"), "Sb1", "A");
  expect(tokensOf(all, move(all, two, "Sa1", "Sb2"))).toEqual(["Sb1=A", "Sb2=K"]);
  expect(tokensOf(all, move(all, two, "Sa1", "Sb1"))).toEqual(["Sa1=A", "Sb1=K"]);
});

test("R3: the tokens come in the order of the rules, however the tiles were placed", () => {
  const all = army("KAEC", "ab", 2);
  const draft = [["Sb2", "C"], ["Sa1", "K"], ["Sa2", "E"], ["Sb1", "A"]].reduce<Draft>(
    (made, [place = "", letter = ""]) => put(all, made, place, letter), new Map(),
  );
  expect(tokensOf(all, draft)).toEqual(["Sa1=K", "Sb1=A", "Sa2=E", "Sb2=C"]);
});

test("the rest at random leaves what is placed, and uses every tile once", () => {
  const all = army();
  const some = put(all, new Map(), "Sc3", "K");
  const full = fillAtRandom(all, some);
  expect(full.get("Sc3")).toBe("K");
  expect(full.size).toBe(16);
  expect(counts(full)).toBe(letters(FULL));
});

test("a shuffle reaches every order", () => {
  const seen = new Set(Array.from({ length: 6 }, (_, i) => {
    const throws = [(i % 3) / 3 + 0.1, (i % 2) / 2 + 0.1];
    return shuffled(["a", "b", "c"], () => throws.shift() ?? 0).join("");
  }));
  expect(seen.size).toBe(6);
});

test("what is left of a kept draft fits the tiles that lie now", () => {
  const draft = new Map([["Sa1", "K"], ["Sb1", "A"], ["Sa2", "E"], ["Sb2", "C"]]);
  const later = army("EC", "ab", 2, { Sa1: "K", Sb1: "A" });
  expect(tokensOf(later, stillPossible(later, draft))).toEqual(["Sa2=E", "Sb2=C"]);
  const other = army("KC", "ab", 2, { Sa1: "E", Sb1: "A" }); // laid out elsewhere, and otherwise
  expect(tokensOf(other, stillPossible(other, draft))).toEqual(["Sb2=C"]);
});

test.each(FORMATIONS)("the formation %s is complete for armies of every size", (name) => {
  for (const all of [army(), army("KAECIS", "ab", 3), army("KAS", "abc", 1), army("KAAEEECCCIIS", "abc", 4), army("EC", "ab", 2, { Sa1: "K", Sb1: "A" })]) {
    const draft = formation(all, name);
    expect(freePlaces(all, draft)).toEqual([]);
    expect(counts(draft)).toBe(letters(all.left.join("")));
  }
});

test("formations differ, and the King never stands in front", () => {
  const plans = FORMATIONS.map((name) => [...formation(army(), name)].join());
  expect(new Set(plans).size).toBe(FORMATIONS.length);
  for (const name of FORMATIONS) expect([...formation(army(), name)].find(([, letter]) => letter === "K")?.[0][2]).toBe("4");
});

test("the board shows the draft as own tiles that lie face down", () => {
  const shown = sceneOf("AK", "ab", 1);
  const all = armyOf(shown)!;
  const drawn = withTiles(shown, all, put(all, new Map(), "Sb1", "A"));
  expect(drawn.cells.find(({ name }) => name === "Sb1")?.piece).toMatchObject({ kind: "archer", seat: "south", face_down: true });
  expect(drawn.cells.filter(({ piece: lying }) => lying).length).toBe(1);
});
