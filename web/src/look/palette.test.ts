import { expect, test } from "vitest";
import { lookOf, SEATS, TOGETHER } from "./seats";
import { contrast, distance, type Sight } from "./sight";

const FAR_ENOUGH = 15; // hundredths of OKLab
const SIGHTS: readonly Sight[] = ["normal", "protan", "deutan", "tritan", "grey"];

const pairs = TOGETHER.flatMap((set) =>
  set.flatMap((one, i) => set.slice(i + 1).map((other) => [one, other] as const)),
);

test.each(pairs)("%s and %s are told apart by every eye", (one, other) => {
  for (const sight of SIGHTS) {
    const far = distance(lookOf(one).color, lookOf(other).color, sight);
    expect(far, sight).toBeGreaterThanOrEqual(FAR_ENOUGH);
  }
});

test("seats that meet differ in emblem and pattern too", () => {
  for (const set of TOGETHER) {
    for (const part of ["emblem", "pattern"] as const) {
      expect(new Set(set.map((seat) => lookOf(seat)[part])).size).toBe(set.length);
    }
  }
});

test.each(Object.keys(SEATS))("what is written on %s can be read", (seat) => {
  const { color, ink } = lookOf(seat);
  expect(contrast(color, ink)).toBeGreaterThanOrEqual(4.5);
});

test("the measure knows the extremes", () => {
  expect(distance("#000000", "#FFFFFF", "grey")).toBeCloseTo(100, 0);
  expect(contrast("#000000", "#FFFFFF")).toBeCloseTo(21, 1);
});
