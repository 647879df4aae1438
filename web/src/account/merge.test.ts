import { expect, test } from "vitest";
import { type Kept, merged } from "./merge";

const NOTHING: Kept = {
  puzzles: { solved: {}, missed: {}, choices: {}, inARow: 0, best: 0 }, lessons: {}, met: {}, maps: [], settings: {},
};
const map = (name: string, changed: number) => ({ name, rows: [String(changed)], changed });

test("progress of two browsers adds up", () => {
  const own: Kept = { ...NOTHING, puzzles: { solved: { a: ["x"] }, missed: { a: ["y", "z"] }, choices: {}, inARow: 1, best: 4 }, lessons: { a: ["1"] }, met: { a: true } };
  const saved: Kept = { ...NOTHING, puzzles: { solved: { a: ["y"], b: ["w"] }, missed: {}, choices: {}, inARow: 2, best: 3 }, lessons: { a: ["2"], b: ["1"] } };
  const both = merged(own, saved, null);
  expect(both.puzzles).toEqual({ solved: { a: ["y", "x"], b: ["w"] }, missed: { a: ["z"] }, choices: {}, inARow: 2, best: 4 });
  expect(both.lessons).toEqual({ a: ["2", "1"], b: ["1"] });
  expect(both.met).toEqual({ a: true });
});

test("an account that keeps nothing takes what the browser has", () => {
  const own = { ...NOTHING, maps: [map("m", 1)], settings: { theme: "dark" } };
  expect(merged(own, {}, null)).toEqual(own);
});

test("a new browser gets the settings of the account", () => {
  expect(merged({ ...NOTHING, settings: { theme: "system", volume: 0 } }, { ...NOTHING, settings: { theme: "dark" } }, null).settings)
    .toEqual({ theme: "dark", volume: 0 });
});

test("a setting that was changed here since wins over what was saved", () => {
  const base = { ...NOTHING, settings: { theme: "dark", volume: 0 } };
  const own = { ...NOTHING, settings: { theme: "light", volume: 0 } };
  expect(merged(own, { ...NOTHING, settings: { theme: "dark", volume: 50 } }, base).settings).toEqual({ theme: "light", volume: 50 });
});

test("of a map the version that was changed last stays", () => {
  expect(merged({ ...NOTHING, maps: [map("m", 2)] }, { ...NOTHING, maps: [map("m", 1), map("n", 3)] }, null).maps).toEqual([map("n", 3), map("m", 2)]);
});

test("a map that was forgotten here or elsewhere stays forgotten", () => {
  const base = { ...NOTHING, maps: [map("here", 1), map("there", 1), map("changed", 1)] };
  const own = { ...NOTHING, maps: [map("there", 1)] };
  const saved = { ...NOTHING, maps: [map("here", 1), map("changed", 2)] };
  expect(merged(own, saved, base).maps).toEqual([map("changed", 2)]);
});
