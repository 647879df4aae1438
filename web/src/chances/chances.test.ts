// Winning chances: their curve, and their words.

import { expect, test } from "vitest";
import type { AnalysedPosition } from "../wire";
import { chanceAt, largestSwing, pointsOf, strokesOfLuck } from "./curve";
import { chancesWords } from "./words";

const positions: readonly AnalysedPosition[] = [
  { turns: 0, seat: "red", chances: [0.3, null, null] },
  { turns: 1, seat: "blue", chances: [null, 0.5, null] },
  { turns: 2, seat: "red", chances: [0.1, null, null] },
  { turns: 4, seat: null, chances: [0, 1, 0] },
];

test("a seat's curve has only the points at which its chance is known", () => {
  expect(pointsOf(positions, 0)).toEqual([{ turns: 0, chance: 0.3 }, { turns: 2, chance: 0.1 }, { turns: 4, chance: 0 }]);
  expect(pointsOf(positions, 2)).toEqual([{ turns: 4, chance: 0 }]);
});

test("between its points a seat has the chance that was last known", () => {
  const points = pointsOf(positions, 1);
  expect([0, 1, 3, 4].map((turns) => chanceAt(points, turns))).toEqual([null, 0.5, 0.5, 1]);
});

test("the largest change is told of the seat that gained, where two mirror each other", () => {
  const swing = largestSwing([0, 1].map((seat) => pointsOf([
    { turns: 0, seat: "red", chances: [0.5, 0.5] },
    { turns: 1, seat: "red", chances: [0.25, 0.75] },
    { turns: 2, seat: "red", chances: [0.375, 0.625] },
  ], seat)));
  expect(swing).toEqual({ seat: 1, from: { turns: 0, chance: 0.5 }, to: { turns: 1, chance: 0.75 } });
  expect(largestSwing([[], [{ turns: 3, chance: 1 }]])).toBeNull();
});

test("the largest strokes of luck are told of the seat that they favoured, in the order of the game", () => {
  const lucks = [null, [0.05, -0.05], [-0.1, 0.1], [0.3, -0.3], [0.2, -0.2], [-0.4, 0.4]];
  const strokes = strokesOfLuck(lucks.map((luck, turns) => ({ turns, seat: "red", chances: [0.5, 0.5], luck })));
  expect(strokes).toEqual([{ turn: 3, seat: 0, luck: 0.3 }, { turn: 4, seat: 0, luck: 0.2 }, { turn: 5, seat: 1, luck: 0.4 }]);
  expect(strokesOfLuck(positions)).toEqual([]);
});

test("a turning point says what the error cost, what luck then did, and both together", () => {
  const cost = (luck: number | null): string => chancesWords.cost("south", 0.58, 0.46, luck);
  expect(cost(null)).toBe("58% with the better move, 46% as played.");
  expect(cost(-0.2)).toBe("From what South knew: 58% with the better move, 46% as played. Then South had 20 points of bad luck: 32 points lost in all.");
  expect(cost(0.13)).toMatch(/Then South had 13 points of good luck: 1 point gained in all\.$/);
  expect(cost(0.12)).toMatch(/: nothing lost in all\.$/);
  expect(cost(-0.001)).toMatch(/had no luck, good or bad: 12 points lost in all\.$/);
});

test("the errors and the luck of a seat are a sentence", () => {
  expect(chancesWords.total("south", 0.14, 0.22)).toBe("South lost 14 points to errors and had 22 points of good luck.");
  expect(chancesWords.total("north", 0, -0.01)).toBe("North lost nothing to errors and had 1 point of bad luck.");
  expect(chancesWords.total("red", 0.01, null)).toBe("Red lost 1 point to errors.");
});

test("in the table, who has nothing is left out", () => {
  expect(chancesWords.shares(["south", "north"], [0.2, -0.2])).toBe("South 20");
  expect(chancesWords.shares(["south", "north"], [0, 0])).toBe("–");
  expect(chancesWords.shares(["south", "north"], null)).toBe("–");
});
