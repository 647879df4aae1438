import { expect, test } from "vitest";
import type { PuzzleInfo } from "../wire";
import { chosen, nextPuzzle } from "./puzzles";

const puzzle = (name: string, grade: number, theme: string): PuzzleInfo => ({ name, kind: "win", grade, theme });
const PUZZLES = [puzzle("a", 1, "Fork"), puzzle("b", 1, "Trap"), puzzle("c", 2, "Fork"), puzzle("d", 1, "Fork")];
const names = (puzzles: readonly PuzzleInfo[]): string[] => puzzles.map(({ name }) => name);

test("puzzles are chosen by their grade and, if one is chosen, their theme", () => {
  expect(names(chosen(PUZZLES, { grade: 1, theme: "" }))).toEqual(["a", "b", "d"]);
  expect(names(chosen(PUZZLES, { grade: 1, theme: "Fork" }))).toEqual(["a", "d"]);
  expect(chosen(PUZZLES, { grade: 3, theme: "" })).toEqual([]);
});

test("the next puzzle is the first unsolved one after the one that was just looked at", () => {
  const solved = new Set(["b"]);
  const after = (name: string): string | undefined => nextPuzzle(PUZZLES, name, (other) => solved.has(other))?.name;
  expect(after("a")).toBe("c");
  expect(after("d")).toBe("a");
  expect(after("")).toBe("a");
});

test("when all other puzzles are solved, none is next", () => {
  expect(nextPuzzle(PUZZLES, "a", (name) => name !== "a")).toBeNull();
});
