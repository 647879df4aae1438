import { expect, test } from "vitest";
import { text } from "../text";
import { clockOf, DAYS_A_MOVE, daysClock, ownClock } from "./clock-choice";
import { clockWords } from "./words";

test.each([[10, 25, 2], [25, 45, 4], [30, 90, 2]] as const)("a game of %i to %i minutes with %i seats takes as long with a clock", (short, long, seats) => {
  for (const [pace, minutes] of [["quick", short], ["calm", long]] as const) {
    const { reserve = 0, increment = 0 } = clockOf(pace, [short, long], seats);
    const all = (seats * reserve + 2 * long * increment) / 60_000;
    expect(Math.abs(all - minutes)).toBeLessThanOrEqual(seats / 2);
  }
});

test("clocks are said in words", () => {
  const clocks = [clockOf("calm", [10, 25], 2), clockOf("days", [10, 25], 2), ownClock({ minutes: 0, increment: 0, perMove: 90 })];
  expect(clocks.map(clockWords.summary)).toEqual([
    "8 minutes each, and 10 seconds more for each move.",
    "2 days for each move, and 5 days in reserve.",
    "1 minute 30 seconds for each move.",
  ]);
});

test("a game over days has one to fourteen days for each move, and hours or days in reserve", () => {
  expect(DAYS_A_MOVE.map((days) => clockWords.inWords(daysClock({ days, reserve: 0, unit: "days" })))).toEqual(
    ["1 day", "2 days", "3 days", "5 days", "7 days", "14 days"].map((time) => `${time} for each move`),
  );
  expect(clockWords.summary(daysClock({ days: 7, reserve: 12, unit: "hours" }))).toBe("7 days for each move, and 12 hours in reserve.");
  expect(clockWords.summary(daysClock({ days: 3, reserve: 10, unit: "days" }))).toBe("3 days for each move, and 10 days in reserve.");
});

test("times on a clock are short, and have tenths at the end", () => {
  const shown = [0, 940, 9_960, 10_000, 65_000, 3_661_000, 2 * 86_400_000 + 3_600_000].map(text.clock.left);
  expect(shown).toEqual(["0:00.0", "0:00.9", "0:09.9", "0:10", "1:05", "1:01:01", "2 d 1 h"]);
});
