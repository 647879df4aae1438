import { expect, test } from "vitest";
import type { AnalysedPosition } from "../wire";
import { chanceAt, largestSwing, pointsOf, strokesOfLuck } from "./curve";

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
  const found = largestSwing([0, 1].map((seat) => pointsOf([
    { turns: 0, seat: "red", chances: [0.5, 0.5] },
    { turns: 1, seat: "red", chances: [0.25, 0.75] },
    { turns: 2, seat: "red", chances: [0.375, 0.625] },
  ], seat)));
  expect(found).toEqual({ seat: 1, from: { turns: 0, chance: 0.5 }, to: { turns: 1, chance: 0.75 } });
  expect(largestSwing([[], [{ turns: 3, chance: 1 }]])).toBeNull();
});

test("the largest strokes of luck are told of the seat that they favoured, in the order of the game", () => {
  const lucks = [null, [0.05, -0.05], [-0.1, 0.1], [0.3, -0.3], [0.2, -0.2], [-0.4, 0.4]];
  const found = strokesOfLuck(lucks.map((luck, turns) => ({ turns, seat: "red", chances: [0.5, 0.5], luck })));
  expect(found).toEqual([{ turn: 3, seat: 0, luck: 0.3 }, { turn: 4, seat: 0, luck: 0.2 }, { turn: 5, seat: 1, luck: 0.4 }]);
  expect(strokesOfLuck(positions)).toEqual([]);
});
