import { expect, test, vi } from "vitest";
import { playersOf } from "../replay/record-source";
import { changesOf } from "./animation";
import { framesOf, holdsOf } from "./frames";
import { attributesOf, type Color, neededAttributes, referredIds } from "./standalone";
import { shortened, wrapped } from "./wrapped";

const history = (setUp: number, turns: number): { seat: string | null }[] =>
  Array.from({ length: setUp + turns }, (_, i) => ({ seat: i < setUp ? null : "red" }));

test("a short game has a frame for every position", () => {
  const plan = framesOf(history(1, 3));
  expect(plan).toEqual({ turns: [0, 1, 2, 3, 4], every: 1, withoutSetUp: false });
  expect(holdsOf(plan, 1000)).toEqual([1000, 1000, 1000, 1000, 4000]);
  expect(holdsOf(plan, 2200).at(-1)).toBe(4400);
});

test("a game without turns has one frame", () => {
  expect(framesOf([])).toEqual({ turns: [0], every: 1, withoutSetUp: false });
});

test("a long game has frames without the set-up or for some turns only, and always its end", () => {
  expect(framesOf(history(2, 8), 9)).toEqual({ turns: [2, 3, 4, 5, 6, 7, 8, 9, 10], every: 1, withoutSetUp: true });
  const plan = framesOf(history(2, 498));
  expect([plan.every, plan.withoutSetUp]).toEqual([3, false]);
  expect(plan.turns.length).toBeLessThanOrEqual(200);
  expect(plan.turns.at(-1)).toBe(500);
  expect(framesOf(history(250, 0)).turns.at(-1)).toBe(250); // nobody has moved yet
});

test("only changed pixels are stored", () => {
  expect([...changesOf(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 4, 3))]).toEqual([255, 4, 255]);
});

const colorOf = (value: string): Color =>
  value.startsWith("rgba") ? { hex: "#2a2723", alpha: 0.13 } : { hex: value === "oklab(1 0 0)" ? "#fefefe" : "#010203", alpha: 1 };

function attributes(styles: Readonly<Record<string, string>>): Map<string, string> {
  return attributesOf((property) => styles[property] ?? "", colorOf);
}

test("computed styles become attributes that any program reads", () => {
  const plainAttributes = attributes({
    fill: "rgba(42, 39, 35, 0.13)", stroke: "oklab(1 0 0)", "stroke-width": "1.6px", "stroke-dasharray": "2.5px, 3.5px", opacity: "1",
  });
  expect(Object.fromEntries(plainAttributes)).toEqual({
    fill: "#2a2723", "fill-opacity": "0.13", stroke: "#fefefe", "stroke-width": "1.6", "stroke-dasharray": "2.5, 3.5", opacity: "1",
  });
  expect(attributes({ fill: 'url("http://here/#pattern-dots-dark")' }).get("fill")).toBe("url(#pattern-dots-dark)");
});

test("an element has only the attributes that it does not inherit", () => {
  const parent = attributes({ fill: "rgb(1, 2, 3)", stroke: "none", opacity: "0.5" });
  const child = attributes({ fill: "rgb(1, 2, 3)", stroke: "none", opacity: "0.5" });
  expect(neededAttributes(parent, null)).toEqual([["fill", "#010203"], ["opacity", "0.5"]]);
  expect(neededAttributes(child, parent)).toEqual([["opacity", "0.5"]]);
});

test("what a drawing refers to is found", () => {
  expect(referredIds('<path fill="url(#a)"/><path fill="url(#a)"/><use href="#b"/>')).toEqual(["a", "b"]);
});

test("text is broken into lines", () => {
  expect(wrapped("Red walls in f7 and captures it.", 12, 3)).toEqual(["Red walls in", "f7 and", "captures it."]);
  expect(wrapped("Red walls in f7 and captures it.", 12, 2)).toEqual(["Red walls in", "f7 and …"]);
  expect(wrapped("", 12, 2)).toEqual([]);
  expect(shortened("Maximilian", 5)).toBe("Maxi…");
});

test("the players of a record have names", () => {
  vi.stubGlobal("location", { origin: "" });
  expect(playersOf(["suns", "moons", "arms"], "suns=level:3 moons=Ann of Kent")).toEqual([
    { seat: "suns", name: "bot 3" }, { seat: "moons", name: "Ann of Kent" }, { seat: "arms", name: "" },
  ]);
});
