import { render } from "svelte/server";
import { expect, test } from "vitest";
import Piece from "../game-api/Disc.svelte";
import { type MoveContext, type Pick, PickTree } from "../game-api/grammar";
import { layoutOf } from "../game-api/layout";
import type { Shape } from "../game-api/scene";
import { lookOf } from "../game-api/seats";
import { cell, piece, scene } from "../game-api/test-scenes";
import { grammar } from "./grammar";
import Ground from "./Ground.svelte";
import { mergedView } from "./view";

const board = scene("squares", [
  cell("a1", 0, 1, { piece: piece("pawn", "white") }), cell("b1", 1, 1),
  cell("a10", 0, 0), cell("x2", 1, 0, { piece: piece("pawn", "black") }),
]);
const context: MoveContext = { scene: board, seat: "white", seats: ["white", "black"] };
const info = { name: "chess", title: "Chess", sentence: "Mate.", credits: "", seats: "2", options: [],
  minutes: [30, 60] as [number, number], learning: "long" as const, luck: "none" as const, hidden: "", has_lessons: false, has_puzzles: false,
};

const cases: [string, Pick[]][] = [
  ["a1-b1", ["place:a1", "place:b1"]],
  ["a1xx2", ["place:a1", "place:x2"]],
  ["b1-a10", ["place:b1", "place:a10"]],
  ["a1-b1-a10", ["place:a1", "place:b1", "place:a10"]],
  ["@b1", ["place:b1"]],
  ["pass", ["button:pass"]],
  ["L@b1", ["button:L", "place:b1"]],
  ["done", ["button:done"]],
];

test.each(cases)("without a grammar of its own, %s is picked by cells or a button", (token, picks) => {
  const tree = PickTree.of([token], grammar, context).after(picks);
  expect([tree?.complete, tree?.tokens]).toEqual([true, [token]]);
});

test("a token whose path begins another one's has a button", () => {
  const tree = PickTree.of(["-a1", "a1-b1"], grammar, context).after(["place:a1"]);
  expect(tree?.next).toEqual(["button:-a1", "place:b1"]);
  expect(tree?.after(["button:-a1"])?.tokens).toEqual(["-a1"]);
});

test("a move from cell to cell has an arrow and a ghost, unless another piece is at its start", () => {
  const step = (actor: string, token: string) => ({ actor, token });
  expect(grammar.moved?.(step("white", "a10-b1"), board)).toEqual(["a10", "b1"]);
  expect(grammar.moved?.(step("white", "x2-b1"), board)).toBeNull();
  expect(grammar.moved?.(step("white", "a1-b1-a10"), board)).toBeNull();
  expect(grammar.ghost?.("a1-b1", context)).toEqual({ piece: piece("pawn", "white"), from: "a1", to: "b1" });
  expect(grammar.ghost?.("pass", context)).toBeNull();
  expect(grammar.attempt?.("place:a1", "place:x2", context)).toBe("a1-x2");
});

test("a package refines the generic view, and what it leaves out stays generic", () => {
  const plain = mergedView(info, {});
  expect([plain.words.title, plain.words.sentence, plain.grammar]).toEqual(["Chess", "Mate.", grammar]);
  const own = mergedView(info, {
    words: { buttons: { pass: "Pass" } },
    pieces: { pawn: "M0 0Z" },
    paths: () => [["button:go"]],
    flippedFor: "black",
    seats: { white: "yellow" },
  });
  expect(own.seats).toEqual({ white: lookOf("yellow") });
  expect([own.words.title, own.words.buttons, own.shapes, own.flippedFor]).toEqual([
    "Chess", { pass: "Pass" }, { pawn: "M0 0Z" }, "black",
  ]);
  expect(own.grammar.paths("x", context)).toEqual([["button:go"]]);
  expect(own.grammar.moved).toBe(grammar.moved);
  expect(own.Ground).toBe(plain.Ground);
});

test.each<Shape>(["hexes", "squares", "circles", "tiles"])("a board of %s is drawn cell by cell, with owners and borders", (shape) => {
  const shown = scene(shape, [cell("a1", 0, 0, { border: ["left"] }), cell("b1", 2, 0, { seat: "red" }), cell("H", 0.5, 2.5)]);
  const { body } = render(Ground, { props: { scene: shown, layout: layoutOf(shown) } });
  expect(body.match(/class="cell/g)).toHaveLength(3);
  expect(body).toContain("url(#pattern-diagonal-light)");
  expect(body).toMatch(/class="border[^"]*" d="M[-\d]/);
  expect(body).not.toMatch(/NaN|undefined/);
});

test("a piece shows its shape, its text or its seat's emblem", () => {
  const drawn = (text: string, shapes = {}) =>
    render(Piece, { props: { piece: piece("pawn", "white", text), size: 40, shapes } }).body;
  expect(drawn("", { pawn: "M1 2Z" })).toContain('d="M1 2Z"');
  expect(drawn("7")).toMatch(/<text[^>]*>7</);
  for (const text of ["", "?"]) expect(drawn(text)).not.toContain("<text");
});
