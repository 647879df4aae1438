import { describe, expect, test } from "vitest";
import { type MoveGrammar, type MoveContext, type Pick, PickTree } from "../moves/grammar";
import { grammar as expansion } from "./expansion/grammar";
import { grammar as ransom } from "./kings-ransom/grammar";
import { grammar as nobles, ROW } from "./nobles-and-peasants/grammar";
import { cell, map, piece, scene } from "./test-scenes";
import { grammar as number } from "./siege-by-number/grammar";
import { grammar as master } from "./siege-master/grammar";

const BOARD = scene("tiles", [cell("a3", 0, 3, { piece: piece("minion", "suns", "5") }), cell("a4", 0, 2)]);

function at(seat: string, shown = BOARD): MoveContext {
  return { scene: shown, seat, seats: [seat] };
}

function after(tokens: string[], grammar: MoveGrammar, now: MoveContext, ...picks: Pick[]): PickTree | null {
  return PickTree.of(tokens, grammar, now).after(picks);
}

describe("every token is reached by picks, and by no others", () => {
  const stones = Array.from({ length: 7 }, () => piece("stone", null, "B"));
  const row = scene("circles", [], [{ title: ROW, pieces: stones, seat: null, note: "" }]);
  const cases: [string, MoveGrammar, MoveContext, string, Pick[]][] = [
    ["walk", expansion, at("suns"), "a3-a4", ["place:a3", "place:a4"]],
    ["place", expansion, at("suns"), "5@a1", ["place:a1"]],
    ["pass", expansion, at("suns"), "pass", ["button:pass"]],
    ["walk by dice", number, at("suns"), "N-i10", ["place:N", "place:i10"]],
    ["stay", number, at("suns"), "e5-e5", ["place:e5", "button:stay"]],
    ["attack", number, at("suns"), "xe6", ["place:e6"]],
    ["done", number, at("suns"), "done", ["button:done"]],
    ["flee", ransom, at("south"), "b2~", ["place:Sb2", "button:flee"]],
    ["attack a tile", ransom, at("north"), "b2xb1", ["place:Nb2", "place:Sb1"]],
    ["reveal", ransom, at("south"), "b2?d3", ["place:Sb2", "place:Nd3"]],
    ["call", ransom, at("north"), "+c2", ["place:Nc2"]],
    ["stand", ransom, at("north"), "stand", ["button:stand"]],
    ["lay out", ransom, at("south"), "Sa1=K", ["tray:lay:K"]],
    ["pay", ransom, at("south"), "pay=41", ["tray:pay:4", "tray:pay:1"]],
    ["pay the other way", ransom, at("south"), "pay=41", ["tray:pay:1", "tray:pay:4"]],
    ["place a tower", nobles, at("blue", row), "T@d4", ["tray:hand", "place:d4"]],
    ["left stone", nobles, at("blue", row), "L@d4", ["tray:row:0", "place:d4"]],
    ["right stone", nobles, at("blue", row), "R@d4", ["tray:row:6", "place:d4"]],
    ["move a tower", nobles, at("blue", row), "c3-d4", ["place:c3", "place:d4"]],
    ["take a tower back", nobles, at("blue", row), "-c3", ["place:c3", "button:back"]],
    ["insert", nobles, at("blue", row), "L>5", ["tray:row:0", "tray:row:5"]],
    ["fortress", master, at("red"), "@c4", ["place:c4"]],
    ["swap", master, at("blue"), "swap", ["button:swap"]],
  ];

  test.each(cases)("%s", (_, grammar, now, token, picks) => {
    const tree = after([token], grammar, now, ...picks);
    expect(tree?.complete).toBe(true);
    expect(tree?.tokens).toEqual([token]);
    expect(after([token], grammar, now, "place:zz")).toBeNull();
  });
});

test("an army is picked by any two of its hexes", () => {
  const now = at("red", map(". . . . .", " . . . ."));
  const legal = ["a1-a4", "a2-a5"];
  expect(after(legal, master, now, "place:a1")?.tokens).toEqual(["a1-a4"]);
  expect(after(legal, master, now, "place:a3")?.tokens).toEqual(legal);
  expect(after(legal, master, now, "place:a3", "place:a5")?.tokens).toEqual(["a2-a5"]);
});

test("a pick leaves only what can follow", () => {
  const tree = after(["a3-a4", "a3-b3", "c1-c2"], expansion, at("suns"), "place:a3");
  expect(tree?.next).toEqual(["place:a4", "place:b3"]);
  expect(tree?.complete).toBe(false);
});

test("who picks what cannot be picked is told by the server why", () => {
  expect(expansion.attempt?.("place:a3", "place:f6", at("suns"))).toBe("a3-f6");
  expect(ransom.attempt?.("place:Sb2", "place:Nc1", at("south"))).toBe("b2xc1");
  expect(nobles.attempt?.("tray:hand", "place:d4", at("blue"))).toBe("T@d4");
  expect(nobles.attempt?.("place:c3", "place:d4", at("blue"))).toBe("c3-d4");
  expect(nobles.attempt?.("tray:row:2", "place:d4", at("blue"))).toBeNull();
  expect(number.attempt?.(null, "place:e6", at("suns"))).toBe("xe6");
});

test("a ghost is the piece where it would stand", () => {
  expect(expansion.ghost?.("a3-a4", at("suns"))).toEqual({
    piece: piece("minion", "suns", "5"), from: "a3", to: "a4",
  });
  expect(nobles.ghost?.("T@d4", at("blue"))?.piece?.kind).toBe("tower");
});
