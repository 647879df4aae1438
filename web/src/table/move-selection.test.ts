import { expect, test } from "vitest";
import { place } from "../moves/grammar";
import { choices as expansion } from "../games/expansion/choices";
import { map, scene } from "../games/test-scenes";
import { choices as master } from "../games/siege-master/choices";
import { cell } from "../games/test-scenes";
import { MoveSelection } from "./move-selection.svelte";
import { hexNeighbour, rowNeighbour } from "./grid-navigation";

const moves = (legal: string[]): MoveSelection =>
  new MoveSelection(legal, expansion, { scene: scene("tiles", []), seat: "suns", seats: ["suns", "moons"] });
const armies = (legal: string[]): MoveSelection =>
  new MoveSelection(legal, master, { scene: map(". . . . .", " . . . ."), seat: "red", seats: ["red", "blue"] });

test("two clicks make a move; a click on what is picked lets go", () => {
  const picking = moves(["a3-a4", "a3-b3"]);
  expect(picking.pick("place:a3")).toBe(true);
  expect(picking.token).toBeNull();
  picking.pick("place:a4");
  expect(picking.token).toBe("a3-a4");
  picking.pick("place:a4");
  expect(picking.picked).toEqual([]);
});

test("a click on another piece begins anew; one on nothing is refused", () => {
  const picking = moves(["a3-a4", "c1-c2"]);
  picking.pick("place:a3");
  expect(picking.pick("place:c1")).toBe(true);
  expect(picking.picked).toEqual(["place:c1"]);
  expect(picking.pick("place:f6")).toBe(false);
  expect(picking.picked).toEqual(["place:c1"]);
});

test("an army turns around its hex, and a second hex says which is meant", () => {
  const picking = armies(["a1-a4", "a2-a5"]);
  picking.pick("place:a3");
  expect([picking.token, picking.turns]).toEqual(["a1-a4", 2]);
  picking.turn(1);
  expect(picking.token).toBe("a2-a5");
  picking.turn(1);
  expect(picking.token).toBe("a1-a4");
  picking.pick("place:a5");
  expect(picking.token).toBe("a2-a5");
});

test("a token is chosen at once, with all that it is picked by; one that is not legal is not", () => {
  const picking = moves(["a3-a4", "a3-b3"]);
  expect(picking.choose("a3-b3")).toBe(true);
  expect([picking.picked, picking.token]).toEqual([["place:a3", "place:b3"], "a3-b3"]);
  expect(picking.choose("f6-e6")).toBe(false);
  const army = armies(["a1-a4", "a2-a5"]);
  army.hover("a5");
  for (const token of ["a2-a5", "a1-a4"]) {
    expect(army.choose(token)).toBe(true);
    expect(army.token).toBe(token);
  }
});

test("a ghost follows the pointer until a hex is picked", () => {
  const picking = armies(["a1-a4", "a2-a5"]);
  picking.hover("a5");
  expect([picking.aimed, picking.token]).toEqual(["a2-a5", null]);
  picking.hover(null);
  expect(picking.aimed).toBeNull();
});

test("the keys Q W E D S A go round a hex, clockwise; arrows go along rows", () => {
  const shown = map(" . .", ". . .", " . .");
  const middle = shown.cells.find(({ name }) => name === "b2");
  const others = shown.cells.filter((one) => one !== middle);
  if (!middle) throw new Error("no middle");
  const names = [..."qwedsa"].map((key) => hexNeighbour(key, middle, others, 1)?.name);
  expect(names).toEqual(["a1", "a2", "b3", "c2", "c1", "b1"]);
  expect(hexNeighbour("q", middle, others, -1)?.name).toBe("c2");
  const rows = [[cell("a2", 0, 0)], [cell("a1", 0, 1), cell("b1", 1, 1)]];
  expect(rowNeighbour("ArrowDown", rows[0]![0]!, rows)?.name).toBe("a1");
  expect(rowNeighbour("ArrowRight", rows[1]![0]!, rows)?.name).toBe("b1");
  expect(rowNeighbour("ArrowUp", rows[0]![0]!, rows)).toBeNull();
});

test("what startsMove to a place may be dragged, whatever is picked; what is a whole move may not", () => {
  const picking = moves(["a3-a4", "b2-b3", "5@a1"]);
  picking.pick("place:a3");
  const startsMove = ["a3", "b2", "a1", "a4"].map((at) => picking.startsMove(place(at)));
  expect(startsMove).toEqual([true, true, false, false]);
});

test("an army under the pointer can be turned before it is picked", () => {
  const picking = armies(["a1-a4", "a2-a5"]);
  picking.hover("a3");
  expect([picking.token, picking.turns]).toEqual([null, 2]);
});
