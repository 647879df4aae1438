import { expect, test } from "vitest";
import { chancesWords } from "./chances-words";

test("a turning point says what the error cost, what luck then did, and both together", () => {
  const cost = (luck: number | null): string => chancesWords.cost("south", 0.58, 0.46, luck);
  expect(cost(null)).toBe("58% with the better move, 46% as played.");
  expect(cost(-0.2)).toBe("By what South knew, 58% with the better move, 46% as played. Then South had 20 points of bad luck: 32 points lost in all.");
  expect(cost(0.13)).toMatch(/Then South had 13 points of good luck: 1 point gained in all\.$/);
  expect(cost(0.12)).toMatch(/: nothing lost in all\.$/);
  expect(cost(-0.001)).toMatch(/had no luck, good or bad: 12 points lost in all\.$/);
});

test("the errors and the luck of a seat are a sentence", () => {
  expect(chancesWords.total("south", 0.14, 0.22)).toBe("South lost 14 points by errors and had 22 points of good luck.");
  expect(chancesWords.total("north", 0, -0.01)).toBe("North lost nothing by errors and had 1 point of bad luck.");
  expect(chancesWords.total("red", 0.01, null)).toBe("Red lost 1 point by errors.");
});

test("in the table, who has nothing is left out", () => {
  expect(chancesWords.shares(["south", "north"], [0.2, -0.2])).toBe("South 20");
  expect(chancesWords.shares(["south", "north"], [0, 0])).toBe("–");
  expect(chancesWords.shares(["south", "north"], null)).toBe("–");
});
