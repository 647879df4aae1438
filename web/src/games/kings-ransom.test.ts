// King’s Ransom: its moves, battles and options.

import { arrowOf } from "game-api/drawings";
import { cell, contextOf, piece, scene, testPicks } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { battle } from "../../../src/siegeworks/games/kings_ransom/view/battle";
import { grammar } from "../../../src/siegeworks/games/kings_ransom/view/grammar";
import { PICTURES } from "../../../src/siegeworks/games/kings_ransom/view/heraldry";
import { closeRanks, slides } from "../../../src/siegeworks/games/kings_ransom/view/ranks";
import { SYMBOLS } from "../../../src/siegeworks/games/kings_ransom/view/symbols";
import { offered } from "../../../src/siegeworks/games/kings_ransom/view/view";

// Each token, and the picks that reach it.
testPicks(grammar, [
  ["flee", contextOf("south"), "b2~", ["place:Sb2", "button:flee"]],
  ["attack a tile", contextOf("north"), "b2xb1", ["place:Nb2", "place:Sb1"]],
  ["reveal", contextOf("south"), "b2?d3", ["place:Sb2", "place:Nd3"]],
  ["call", contextOf("north"), "+c2", ["place:Nc2"]],
  ["stand", contextOf("north"), "stand", ["button:stand"]],
  ["lay out", contextOf("south"), "Sa1=K", ["tray:lay:K"]],
  ["pay", contextOf("south"), "pay=41", ["tray:pay:4", "tray:pay:1"]],
  ["pay the other way", contextOf("south"), "pay=41", ["tray:pay:1", "tray:pay:4"]],
]);

test("an impossible pick is explained as the attack it seems to mean", () => {
  expect(grammar.attempt?.("place:Sb2", "place:Nc1", contextOf("south"))).toBe("b2xc1");
});

test("R5: a battle shows the attacker, the defender and the tile that was called", () => {
  const steps = [{ actor: "south", token: "b2xb1", shown: "CxE" }, { actor: "north", token: "+c1", shown: "I" }];
  const fought = battle(steps, null, scene("squares", []));
  expect([fought?.attacker.kind, fought?.defender.kind, fought?.helper?.kind]).toEqual([
    "cavalry", "engineer", "infantry",
  ]);
});

test("R5: more pips win, a Spy beats an Archer, and there is no outcome before the defender answers", () => {
  const fight = (shown: string, answer = "", called = "") => {
    const tiles = [["b2", "south", shown[0]], ["b1", "north", shown[2]]].map(([at, seat, letter]) => {
      const kind = { A: "archer", K: "king", E: "engineer", C: "cavalry", I: "infantry", S: "spy" }[letter ?? ""];
      return cell((seat === "south" ? "S" : "N") + at, 0, 0, { piece: piece(kind ?? "", seat ?? "") });
    });
    const steps = [{ actor: "south", token: "b2xb1", shown }, { actor: "north", token: answer, shown: called }];
    const before = battle(steps.slice(0, 1), scene("squares", tiles), scene("squares", tiles))?.outcome ?? null;
    const all = answer ? steps : steps.slice(0, 1);
    const after = battle(all, scene("squares", tiles), scene("squares", []))?.outcome ?? null;
    return [before, after];
  };
  expect(fight("AxS")).toEqual([null, "defender"]);
  expect(battle([{ actor: "south", token: "b2xb1", shown: "AxS" }], null, scene("squares", []))?.outcome).toBeNull();
  expect(fight("CxE")).toEqual([null, "defender"]);
  expect(fight("AxK")).toEqual([null, "attacker"]);
  expect(fight("ExC")).toEqual([null, "attacker"]);
  expect(fight("ExC", "stand")).toEqual([null, "attacker"]);
  expect(fight("ExE", "stand")).toEqual([null, "fall"]);
  expect(fight("ExC", "+b2", "S")).toEqual([null, "fall"]);
  expect(fight("ExC", "+b2", "I")).toEqual([null, "defender"]);
  expect(fight("ExC", "a1~")).toEqual([null, null]); // a turn later
});

test("R6: gaps are filled from neighbouring columns, middle columns first", () => {
  const army = (...lengths: number[]): string[][] =>
    lengths.map((length, x) => Array.from({ length }, (_, i) => `${"abcd"[x]}${i + 1}`));
  expect(closeRanks(army(4, 3, 4, 4)).map((column) => column.at(-1))).toEqual(["a3", "a4", "c4", "d4"]);
  expect(closeRanks(army(1, 3, 3, 1)).map((column) => column.length)).toEqual([2, 2, 2, 2]);
  expect(closeRanks(army(0, 2, 2, 2)).map((column) => column.join())).toEqual(["b1", "b2,c2", "c1,d2", "d1"]);
  expect(closeRanks(army(3, 1)).map((column) => column.join())).toEqual(["a1,a3", "b1,a2"]);
});

test("R6: tiles slide from where they were; if the result differs from the scene, nothing slides", () => {
  const tiles = (places: string) =>
    scene("squares", ["Sa1", "Sa2", "Sb1", "Sb2"].map((name) =>
      cell(name, 0, 0, { piece: places.includes(name) ? piece("tile", "south") : null }),
    ));
  const steps = [{ actor: "south", token: "a1~" }];
  const moved = (now: string) => [...slides(steps, tiles("Sa1 Sa2 Sb1 Sb2"), tiles(now))];
  expect(moved("Sa1 Sb1 Sb2")).toEqual([["Sa1", "Sa2"]]);
  expect(moved("Sa1 Sa2 Sb1")).toEqual([]);
});

test("R4, R6: there is no arrow if another tile has taken the Spy's place", () => {
  const reveal = { actor: "south", token: "b2?d3", shown: "SxA" };
  const tilesAt = (...names: string[]) =>
    scene("squares", names.map((name) => cell(name, 0, 0, { piece: piece("infantry", "south") })));
  expect(arrowOf(reveal, grammar, tilesAt("Sb1", "Sb2", "Nd3"))).toBeNull();
  expect(arrowOf(reveal, grammar, tilesAt("Sb1", "Nd3"))).toEqual({ from: "Sb2", to: "Nd3", by: "south" });
});

test("R5, R6: an attack has an arrow while both tiles are there to fight", () => {
  const on = (attacker: string, defender: string, more = {}) =>
    scene("squares", [
      cell("Sb1", 0, 1, { piece: { ...piece(attacker, "south"), ...more } }),
      cell("Nb1", 0, 0, { piece: piece(defender, "north") }),
    ]);
  const attack = (shown: string) => ({ actor: "south", token: "b1xb1", shown });
  const arrow = { from: "Sb1", to: "Nb1", by: "south" };
  expect(arrowOf(attack("CxI"), grammar, on("cavalry", "infantry"))).toEqual(arrow);
  expect(arrowOf(attack("CxC"), grammar, on("cavalry", "cavalry"))).toEqual(arrow);
  expect(arrowOf(attack(""), grammar, on("cavalry", "infantry"))).toEqual(arrow); // face up before
  expect(arrowOf(attack("CxI"), grammar, on("archer", "infantry"))).toBeNull(); // another tile
  expect(arrowOf(attack("CxI"), grammar, on("cavalry", "infantry", { face_down: true }))).toBeNull();
  expect(arrowOf(attack("CxI,alone"), grammar, on("cavalry", "infantry"))).toBeNull(); // decided
  expect(arrowOf(attack("CxE"), grammar, on("cavalry", "engineer"))).toBeNull(); // conquered at once
  expect(arrowOf(attack("AxS"), grammar, on("archer", "spy"))).toBeNull();
  expect(arrowOf(attack("AxK"), grammar, on("archer", "king"))).toBeNull();
});

test("every tile has a picture on heraldic tiles", () => {
  expect(Object.keys(PICTURES).toSorted()).toEqual(Object.keys(SYMBOLS).toSorted());
});

test("only columns that the tiles fill are offered", () => {
  expect(offered({})).toEqual({ columns: [] });
  expect(offered({ tiles: "full" })).toEqual({ columns: [] });
  expect(offered({ tiles: "KECS" })).toEqual({ columns: ["4", "2"] });
  expect(offered({ tiles: "KECSAA" })).toEqual({ columns: ["3", "2"] });
  expect(offered({ tiles: "KECSA" })).toEqual({});
});
