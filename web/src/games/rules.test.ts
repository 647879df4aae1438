// What the page works out of a scene by itself, beside the paragraphs of the rules that say it.

import { expect, test } from "vitest";
import { battle as expansionBattle } from "./expansion/battle";
import { tilesOf } from "./expansion/tiles";
import { arrowOf } from "../board/marks";
import { battle as ransomBattle } from "./kings-ransom/battle";
import { grammar as ransom } from "./kings-ransom/grammar";
import { closeRanks, slides } from "./kings-ransom/ranks";
import { scoresAt, LINES } from "./nobles-and-peasants/lines";
import { cell, map, piece, scene } from "./test-scenes";
import { battle as numberBattle } from "./siege-by-number/battle";
import { automaticTurnEnd } from "./siege-by-number/turn-end";
import { shortestPaths } from "./siege-by-number/paths";
import { closedLand, hexesOf, inland } from "./siege-master/land";

test("Siege Master R6: land that no army fits into is closed, and fortresses in it count as land", () => {
  const shown = map(". . . . r . . F", " r r r r r . .");
  expect([...closedLand(shown)].sort()).toEqual(["a6", "a7", "a8", "b6", "b7"]);
});

test("Siege Master R4: an army covers four hexes in a row, along rows and slants", () => {
  const shown = map(". . . .", " . . . .", "  . . . .", "   . . . .");
  expect(hexesOf("a1-a4", shown).map(({ name }) => name)).toEqual(["a1", "a2", "a3", "a4"]);
  expect(hexesOf("a1-d2", shown).map(({ name }) => name)).toEqual(["a1", "b1", "c2", "d2"]);
  expect(hexesOf("a1-b4", shown)).toEqual([]);
});

test("land is inland by its distance from the coast", () => {
  const far = inland(map("  . . .", " . . . .", ". . . . .", " . . . .", "  . . .").cells);
  expect(far.get("a2")).toBe(0);
  expect(far.get("c3")).toBe(1);
});

test("Nobles and Peasants R1: 21 lines; R5: the first tower in each direction scores once", () => {
  expect(LINES.length).toBe(21);
  const tower = (seat: string | null) => ({ ...piece("tower", seat), color: seat });
  const shown = scene("circles", [
    cell("d1", 0, 3, { piece: tower("blue") }),
    cell("d4", 6, 3),
    cell("d6", 10, 3, { piece: tower("green") }),
    cell("d7", 12, 3, { piece: tower("blue") }),
  ]);
  const seen = (color: string) =>
    scoresAt(shown, 2, "d4", color).map(({ seat, points }) => `${seat} ${points}`).sort();
  expect(seen("blue")).toEqual(["blue 4", "green 1"]);
  expect(seen("yellow")).toEqual(["blue 2", "green 2"]);
});

test("Siege by Number R7: a piece walks round others; a Commander over its own", () => {
  const line = (kind: string) => [
    cell("e5", 5, 8, { piece: piece(kind, "suns") }),
    cell("f5", 6, 8, { piece: piece("army", "suns") }),
    cell("g5", 7, 8),
    cell("e6", 5, 7), cell("f6", 6, 7), cell("g6", 7, 7),
  ];
  expect(shortestPaths(scene("squares", line("army")), "e5").get("g5")).toEqual(["e5", "e6", "f6", "g6", "g5"]);
  expect(shortestPaths(scene("squares", line("commander")), "e5").get("g5")).toEqual(["e5", "f5", "g5"]);
});

test("Siege by Number R8: a battle shows both coins after chance has turned them up", () => {
  const shown = scene("squares", [
    cell("e5", 5, 8, { piece: piece("army", "suns", "?") }),
    cell("e6", 5, 7, { piece: piece("army", "crowns", "?") }),
  ]);
  const steps = [
    { actor: "suns", token: "e4-e5" }, { actor: "suns", token: "xe6" },
    { actor: "chance", token: "e5=4" }, { actor: "chance", token: "e6=A" },
  ];
  const fought = numberBattle(steps, null, shown);
  expect([fought?.attacker.text, fought?.defender.text]).toEqual(["4", "A"]);
  expect(numberBattle(steps.slice(0, 1), null, shown)).toBeNull();
});

test("King's Ransom R5: a battle shows attacker, defender and who was called", () => {
  const steps = [
    { actor: "south", token: "b2xb1", shown: "CxE" },
    { actor: "north", token: "+c1", shown: "I" },
  ];
  const fought = ransomBattle(steps, null, scene("squares", []));
  expect([fought?.attacker.kind, fought?.defender.kind, fought?.helper?.kind]).toEqual([
    "cavalry", "engineer", "infantry",
  ]);
});

test("King's Ransom R5: more pips win, a Spy beats an Archer, and nothing is said before the answer", () => {
  const fight = (shown: string, answer = "", called = "") => {
    const lies = [["b2", "south", shown[0]], ["b1", "north", shown[2]]].map(([at, seat, letter]) => {
      const kind = { A: "archer", K: "king", E: "engineer", C: "cavalry", I: "infantry", S: "spy" }[letter ?? ""];
      return cell((seat === "south" ? "S" : "N") + at, 0, 0, { piece: piece(kind ?? "", seat ?? "") });
    });
    const steps = [{ actor: "south", token: "b2xb1", shown }, { actor: "north", token: answer, shown: called }];
    const waits = ransomBattle(steps.slice(0, 1), scene("squares", lies), scene("squares", lies))?.outcome ?? null;
    const all = answer ? steps : steps.slice(0, 1);
    const said = ransomBattle(all, scene("squares", lies), scene("squares", []))?.outcome ?? null;
    return [waits, said];
  };
  expect(fight("AxS")).toEqual([null, "defender"]);
  expect(ransomBattle([{ actor: "south", token: "b2xb1", shown: "AxS" }], null, scene("squares", []))?.outcome).toBeNull();
  expect(fight("CxE")).toEqual([null, "defender"]);
  expect(fight("AxK")).toEqual([null, "attacker"]);
  expect(fight("ExC")).toEqual([null, "attacker"]);
  expect(fight("ExC", "stand")).toEqual([null, "attacker"]);
  expect(fight("ExE", "stand")).toEqual([null, "fall"]);
  expect(fight("ExC", "+b2", "S")).toEqual([null, "fall"]);
  expect(fight("ExC", "+b2", "I")).toEqual([null, "defender"]);
  expect(fight("ExC", "a1~")).toEqual([null, null]); // a turn later
});

test("Siege by Number R8, R9: null beats 5; null and ace beat a Commander; equals stay", () => {
  const fight = (mine: string, other: string) => {
    const defender = other === "C" ? piece("commander", "crowns", "C") : piece("army", "crowns", "?");
    const shown = scene("squares", [
      cell("e5", 5, 8, { piece: piece("army", "suns", "?") }), cell("e6", 5, 7, { piece: defender }),
    ]);
    const said = [`e5=${mine}`, `e6=${other}`].map((token) => ({ actor: "chance", token }));
    const steps = [{ actor: "suns", token: "e4-e5" }, { actor: "suns", token: "xe6" }, ...said];
    return numberBattle(steps, null, shown)?.outcome;
  };
  expect([fight("4", "3"), fight("A", "2"), fight("3", "3")]).toEqual(["attacker", "defender", "stay"]);
  expect([fight("0", "5"), fight("5", "0"), fight("0", "4")]).toEqual(["attacker", "defender", "defender"]);
  expect([fight("0", "C"), fight("A", "C"), fight("2", "C")]).toEqual(["attacker", "attacker", "defender"]);
  expect(fight("3", "?")).toBeNull();
});

test("Expansion R6: the higher value wins; equals fall, and an ace takes its enemy along", () => {
  const fight = (shown: string) =>
    expansionBattle([{ actor: "suns", token: "d2-f4", shown }], null, scene("tiles", []))?.outcome;
  expect(["5x3", "0x2", "4x4", "Ax5", "0xA"].map(fight)).toEqual(["attacker", "defender", "fall", "fall", "fall"]);
});

test("Expansion R7: ticks show a tile that lacks one minion, none on a captured one", () => {
  const suns = { piece: piece("minion", "suns") };
  const tiles = tilesOf(
    scene("tiles", [
      cell("a1", 0, 1, suns), cell("b1", 1, 1), cell("a2", 0, 0), cell("b2", 1, 0),
      cell("c1", 2, 1, { ...suns, seat: "moons" }),
    ]),
  );
  expect(tiles.map(({ name, leader }) => [name, leader])).toEqual([["a1", "suns"], ["c1", null]]);
});

test("King's Ransom R6: gaps are filled from beside, middle columns first, outer columns give", () => {
  const army = (...lengths: number[]): string[][] =>
    lengths.map((length, x) => Array.from({ length }, (_, i) => `${"abcd"[x]}${i + 1}`));
  expect(closeRanks(army(4, 3, 4, 4)).map((column) => column.at(-1))).toEqual(["a3", "a4", "c4", "d4"]);
  expect(closeRanks(army(1, 3, 3, 1)).map((column) => column.length)).toEqual([2, 2, 2, 2]);
  expect(closeRanks(army(0, 2, 2, 2)).map((column) => column.join())).toEqual(["b1", "b2,c2", "c1,d2", "d1"]);
  expect(closeRanks(army(3, 1)).map((column) => column.join())).toEqual(["a1,a3", "b1,a2"]);
});

test("King's Ransom R6: tiles slide from where they lay, and nothing is claimed that is not so", () => {
  const tiles = (places: string) =>
    scene("squares", ["Sa1", "Sa2", "Sb1", "Sb2"].map((name) =>
      cell(name, 0, 0, { piece: places.includes(name) ? piece("tile", "south") : null }),
    ));
  const steps = [{ actor: "south", token: "a1~" }];
  const moved = (now: string) => [...slides(steps, tiles("Sa1 Sa2 Sb1 Sb2"), tiles(now))];
  expect(moved("Sa1 Sb1 Sb2")).toEqual([["Sa1", "Sa2"]]);
  expect(moved("Sa1 Sa2 Sb1")).toEqual([]);
});

test("King's Ransom R4, R6: no arrow starts at a tile that has closed up over a Spy", () => {
  const reveal = { actor: "south", token: "b2?d3", shown: "SxA" };
  const lies = (...names: string[]) =>
    scene("squares", names.map((name) => cell(name, 0, 0, { piece: piece("infantry", "south") })));
  expect(arrowOf(reveal, ransom, lies("Sb1", "Sb2", "Nd3"))).toBeNull();
  expect(arrowOf(reveal, ransom, lies("Sb1", "Nd3"))).toEqual({ from: "Sb2", to: "Nd3", by: "south" });
});

test("King's Ransom R5, R6: an attack has its arrow as long as both tiles lie there to fight", () => {
  const on = (attacker: string, defender: string, more = {}) =>
    scene("squares", [
      cell("Sb1", 0, 1, { piece: { ...piece(attacker, "south"), ...more } }),
      cell("Nb1", 0, 0, { piece: piece(defender, "north") }),
    ]);
  const attack = (shown: string) => ({ actor: "south", token: "b1xb1", shown });
  const arrow = { from: "Sb1", to: "Nb1", by: "south" };
  expect(arrowOf(attack("CxI"), ransom, on("cavalry", "infantry"))).toEqual(arrow);
  expect(arrowOf(attack("CxC"), ransom, on("cavalry", "cavalry"))).toEqual(arrow);
  expect(arrowOf(attack(""), ransom, on("cavalry", "infantry"))).toEqual(arrow); // face up before
  expect(arrowOf(attack("CxI"), ransom, on("archer", "infantry"))).toBeNull(); // another tile
  expect(arrowOf(attack("CxI"), ransom, on("cavalry", "infantry", { face_down: true }))).toBeNull();
  expect(arrowOf(attack("CxI,alone"), ransom, on("cavalry", "infantry"))).toBeNull(); // decided
  expect(arrowOf(attack("CxE"), ransom, on("cavalry", "engineer"))).toBeNull(); // conquered at once
  expect(arrowOf(attack("AxS"), ransom, on("archer", "spy"))).toBeNull();
  expect(arrowOf(attack("AxK"), ransom, on("archer", "king"))).toBeNull();
});

test("Siege by Number R7: a turn has ended by itself where the dice roll anew and nobody said done", () => {
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
