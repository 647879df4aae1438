// King’s Ransom: its moves and options.

import { arrowOf } from "game-api/drawings";
import { cell, contextOf, piece, scene, testPicks } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { grammar } from "../../../src/siegeworks/games/kings_ransom/view/grammar";
import { PICTURES } from "../../../src/siegeworks/games/kings_ransom/view/heraldry";
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

test("R4, R6: there is no arrow if another tile has taken the Spy's place", () => {
  const reveal = { actor: "south", token: "b2?d3", shown: "SxA" };
  const tilesAt = (...names: string[]) =>
    scene("squares", names.map((name) => cell(name, 0, 0, { piece: piece("infantry", "south") })));
  expect(arrowOf(reveal, grammar, tilesAt("Sb1", "Sb2", "Nd3"))).toBeNull();
  expect(arrowOf(reveal, grammar, tilesAt("Sb1", "Nd3"))).toEqual({ from: "Sb2", to: "Nd3", by: "south" });
});

test("R5: an attack has an arrow as long as the defender has not answered", () => {
  const both = scene("squares", [
    cell("Sb1", 0, 1, { piece: piece("cavalry", "south") }), cell("Nb1", 0, 0, { piece: piece("infantry", "north") }),
  ]);
  const arrow = (outcome: "" | "attacker" | "fall") => arrowOf({
    actor: "south", token: "b1xb1", effects: { battle: { attacker: piece("cavalry", "south"), defender: piece("infantry", "north"), outcome } },
  }, grammar, both);
  expect(arrow("")).toEqual({ from: "Sb1", to: "Nb1", by: "south" });
  expect([arrow("attacker"), arrow("fall")]).toEqual([null, null]);
  expect(arrowOf({ actor: "south", token: "b1xb1" }, grammar, both)).toBeNull(); // long ago
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
