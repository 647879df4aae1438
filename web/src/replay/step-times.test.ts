import { expect, test } from "vitest";
import { stepTimes } from "./step-times";

test("a record says what its steps have cost", () => {
  const record = "siege-record 1\ngame: trek\n---\n# red: 12.3 s, 271.0 s left\nred a1\n# a good move\nblue b1\n# chance acts\nchance 5\n# blue: 0.4 s, 9.9 s left\nblue c1\n";
  expect([...stepTimes(record)]).toEqual([
    [1, { spent: 12_300, left: 271_000 }],
    [4, { spent: 400, left: 9_900 }],
  ]);
});

test("a record without a clock has no times", () => {
  expect(stepTimes("siege-record 1\ngame: trek\n---\nred a1\n").size).toBe(0);
});
