import { expect, test } from "vitest";
import { type MoveGrammar, type Pick, PickTree, place } from "../game-api/grammar";
import { cell, map, scene } from "../game-api/test-scenes";
import { grammar as expansion } from "../../../src/siegeworks/games/expansion/view/grammar";
import { grammar as master } from "../../../src/siegeworks/games/siege_master/view/grammar";
import { hexNeighbour, rowNeighbour } from "./grid-navigation";
import { MoveSelection } from "./move-selection.svelte";

const moves = (legal: string[]): MoveSelection =>
  new MoveSelection(legal, expansion, { scene: scene("tiles", []), seat: "suns", seats: ["suns", "moons"] });
const armies = (legal: string[]): MoveSelection =>
  new MoveSelection(legal, master, { scene: map(". . . . .", " . . . ."), seat: "red", seats: ["red", "blue"] });

test("two clicks make a move; clicking the picked cell again cancels", () => {
  const selection = moves(["a3-a4", "a3-b3"]);
  expect(selection.pick("place:a3")).toBe(true);
  expect(selection.token).toBeNull();
  selection.pick("place:a4");
  expect(selection.token).toBe("a3-a4");
  selection.pick("place:a4");
  expect(selection.picked).toEqual([]);
});

test("clicking another piece starts again; clicking an impossible cell does nothing", () => {
  const selection = moves(["a3-a4", "c1-c2"]);
  selection.pick("place:a3");
  expect(selection.pick("place:c1")).toBe(true);
  expect(selection.picked).toEqual(["place:c1"]);
  expect(selection.pick("place:f6")).toBe(false);
  expect(selection.picked).toEqual(["place:c1"]);
});

test("an army rotates around its hex, and a second hex selects one", () => {
  const selection = armies(["a1-a4", "a2-a5"]);
  selection.pick("place:a3");
  expect([selection.token, selection.rotations]).toEqual(["a1-a4", 2]);
  selection.rotate(1);
  expect(selection.token).toBe("a2-a5");
  selection.rotate(1);
  expect(selection.token).toBe("a1-a4");
  selection.pick("place:a5");
  expect(selection.token).toBe("a2-a5");
});

test("choosing a token makes all its picks; an illegal token cannot be chosen", () => {
  const selection = moves(["a3-a4", "a3-b3"]);
  expect(selection.choose("a3-b3")).toBe(true);
  expect([selection.picked, selection.token]).toEqual([["place:a3", "place:b3"], "a3-b3"]);
  expect(selection.choose("f6-e6")).toBe(false);
  const army = armies(["a1-a4", "a2-a5"]);
  army.hover("a5");
  for (const token of ["a2-a5", "a1-a4"]) {
    expect(army.choose(token)).toBe(true);
    expect(army.token).toBe(token);
  }
});

test("a ghost follows the pointer until a hex is picked", () => {
  const selection = armies(["a1-a4", "a2-a5"]);
  selection.hover("a5");
  expect([selection.previewed, selection.token]).toEqual(["a2-a5", null]);
  selection.hover(null);
  expect(selection.previewed).toBeNull();
});

test("the keys Q W E D S A go clockwise around a hex; arrow keys go along rows", () => {
  const shown = map(" . .", ". . .", " . .");
  const middle = shown.cells.find(({ name }) => name === "b2");
  const others = shown.cells.filter((hex) => hex !== middle);
  if (!middle) throw new Error("no middle");
  const names = [..."qwedsa"].map((key) => hexNeighbour(key, middle, others, 1)?.name);
  expect(names).toEqual(["a1", "a2", "b3", "c2", "c1", "b1"]);
  expect(hexNeighbour("q", middle, others, -1)?.name).toBe("c2");
  const rows = [[cell("a2", 0, 0)], [cell("a1", 0, 1), cell("b1", 1, 1)]];
  expect(rowNeighbour("ArrowDown", rows[0]![0]!, rows)?.name).toBe("a1");
  expect(rowNeighbour("ArrowRight", rows[1]![0]!, rows)?.name).toBe("b1");
  expect(rowNeighbour("ArrowUp", rows[0]![0]!, rows)).toBeNull();
});

test("a pick that is followed by a place can be dragged, whatever is picked; a complete move cannot", () => {
  const selection = moves(["a3-a4", "b2-b3", "5@a1"]);
  selection.pick("place:a3");
  const draggable = ["a3", "b2", "a1", "a4"].map((at) => selection.startsMove(place(at)));
  expect(draggable).toEqual([true, true, false, false]);
});

test("an army under the pointer can be rotated before it is picked", () => {
  const selection = armies(["a1-a4", "a2-a5"]);
  selection.hover("a3");
  expect([selection.token, selection.rotations]).toEqual([null, 2]);
});

test("a token that is reached where the way of another goes on gets a button of its own", () => {
  const paths: Record<string, Pick[][]> = { "e5": [["place:e5"]], "e5-e6": [["place:e5", "place:e6"]] };
  const grammar: MoveGrammar = { paths: (token) => paths[token] ?? [] };
  const tree = PickTree.of(Object.keys(paths), grammar, { scene: scene("squares", []), seat: "suns", seats: ["suns"] });
  expect(tree.after(["place:e5"])?.next).toEqual(["button:e5", "place:e6"]);
  expect(tree.after(["place:e5", "button:e5"])?.tokens).toEqual(["e5"]);
  expect(tree.after(["place:e5", "button:e5"])?.complete).toBe(true);
});
