import { expect, test } from "vitest";
import { isProfileColor, PROFILE_COLORS } from "./profile-colors";
import { lookOf, SEAT_LOOKS, SEEN_TOGETHER } from "./seats";
import { contrast, distance, type ColorVision } from "./color-vision";

const FAR_ENOUGH = 15; // hundredths of OKLab
const TOLD_APART = 10; // for small dots, which have names beside them
const VISIONS: readonly ColorVision[] = ["normal", "protan", "deutan", "tritan", "grey"];

const pairs = SEEN_TOGETHER.flatMap((set) =>
  set.flatMap((one, i) => set.slice(i + 1).map((other) => [one, other] as const)),
);

test.each(pairs)("%s and %s are told apart by every eye", (one, other) => {
  for (const vision of VISIONS) {
    const far = distance(lookOf(one).color, lookOf(other).color, vision);
    expect(far, vision).toBeGreaterThanOrEqual(FAR_ENOUGH);
  }
});

test("seats that meet differ in emblem and pattern too", () => {
  for (const set of SEEN_TOGETHER) {
    for (const part of ["emblem", "pattern"] as const) {
      expect(new Set(set.map((seat) => lookOf(seat)[part])).size).toBe(set.length);
    }
  }
});

test.each(Object.keys(SEAT_LOOKS))("what is written on %s can be read", (seat) => {
  const { color, ink } = lookOf(seat);
  expect(contrast(color, ink)).toBeGreaterThanOrEqual(4.5);
});

test.each(Object.entries(PROFILE_COLORS))("a person's %s is no seat's colour to any eye", (_, color) => {
  for (const seat of Object.keys(SEAT_LOOKS)) {
    expect(distance(color, lookOf(seat).color, "normal"), seat).toBeGreaterThanOrEqual(FAR_ENOUGH);
    for (const vision of ["protan", "deutan", "tritan"] as const) {
      expect(distance(color, lookOf(seat).color, vision), `${seat} ${vision}`).toBeGreaterThanOrEqual(TOLD_APART);
    }
  }
});

test("only these colours are a person's, no seat's that an older page has kept", () => {
  expect(isProfileColor("#9933ff")).toBe(true);
  for (const color of ["#14376f", "#9c2f16", "", ...Object.values(SEAT_LOOKS).map((look) => look.color)]) {
    expect(isProfileColor(color)).toBe(false);
  }
});

test("the measure knows the extremes", () => {
  expect(distance("#000000", "#FFFFFF", "grey")).toBeCloseTo(100, 0);
  expect(contrast("#000000", "#FFFFFF")).toBeCloseTo(21, 1);
});
