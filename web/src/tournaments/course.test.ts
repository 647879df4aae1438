import { expect, test } from "vitest";
import { courseOf } from "./course";

const [ann, bob, cid] = ["Ann", "Bob", "Cid"].map((name, i) => ({ place: i + 1, number: 3 - i, name })) as [Place, Place, Place];
type Place = { place: number; number: number; name: string };

test("a round robin at tables of two is a cross table", () => {
  const games = [
    { round: 1, entrants: [1, 3], points: [0, 1] },
    { round: 2, entrants: [2, 3] },
    { round: 1, entrants: [2], points: [0] },
  ];
  const { isCross, columns, rows } = courseOf({ kind: "round-robin", seats: 2 }, [ann, bob, cid], games);
  expect([isCross, columns]).toEqual([true, [1, 2, 3]]);
  expect(rows.map(({ of, results }) => [of.name, ...results.map((result) => result && (result.points ?? "playing"))])).toEqual([
    ["Ann", null, "playing", 1],
    ["Bob", "playing", null, null],
    ["Cid", 0, null, null],
  ]);
});

test("elsewhere each round has a column, in which who sits out has no opponents", () => {
  const games = [
    { round: 1, entrants: [3, 1], points: [0.5, 0.5] },
    { round: 1, entrants: [2], points: [1] },
    { round: 2, entrants: [2, 3] },
  ];
  const { isCross, columns, rows } = courseOf({ kind: "swiss", seats: 2 }, [ann, bob, cid], games);
  expect([isCross, columns]).toEqual([false, [1, 2]]);
  expect(rows.map(({ results }) => results)).toEqual([
    [{ others: [cid], points: 0.5 }, { others: [bob], points: null }],
    [{ others: [], points: 1 }, { others: [ann], points: null }],
    [{ others: [ann], points: 0.5 }, null],
  ]);
});

test("at a table of three the column of a round names both others", () => {
  const games = [{ round: 1, entrants: [1, 2, 3], points: [0, 0, 1] }];
  const { isCross, rows } = courseOf({ kind: "round-robin", seats: 3 }, [ann, bob, cid], games);
  expect(isCross).toBe(false);
  expect(rows[0]?.results).toEqual([{ others: [cid, bob], points: 1 }]);
});

test("of many rounds the newest are shown", () => {
  const games = Array.from({ length: 40 }, (_, i) => ({ round: i + 1, entrants: [3, 2], points: [1, 0] }));
  expect(courseOf({ kind: "swiss", seats: 2 }, [ann, bob], games).columns).toEqual(Array.from({ length: 30 }, (_, i) => i + 11));
});
