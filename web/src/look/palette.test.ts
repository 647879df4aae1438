import { expect, test } from "vitest";
import { lookOf, STOCK_SEATS } from "../game-api/seats";
import { GAMES, viewOf } from "../games/registry";
import { type ColorVision, contrast, distance } from "./color-vision";
import { isProfileColor, PROFILE_COLORS } from "./profile-colors";

const MIN_SEAT_DISTANCE = 15; // hundredths of OKLab
const MIN_PROFILE_DISTANCE = 10; // for small dots with names beside them
const VISIONS: readonly ColorVision[] = ["normal", "protan", "deutan", "tritan", "grey"];

// The sets of looks that share a board: the stock ones, and those of games with their own.
const STOCK_SETS = [["red", "blue", "yellow", "green"], ["suns", "moons", "crowns", "arms"], ["south", "north"]];
const sets = [...STOCK_SETS, ...GAMES.map((game) => Object.keys(viewOf(game).seats ?? {}))];

const pairs = sets.flatMap((set) => set.flatMap((seat, i) => set.slice(i + 1).map((other) => [seat, other] as const)),
);

test.each(pairs)("%s and %s differ for any colour vision", (seat, other) => {
  for (const vision of VISIONS) {
    const difference = distance(lookOf(seat).color, lookOf(other).color, vision);
    expect(difference, vision).toBeGreaterThanOrEqual(MIN_SEAT_DISTANCE);
  }
});

test("seats on one board differ in emblem and pattern too", () => {
  for (const set of sets) {
    for (const part of ["emblem", "pattern"] as const) {
      expect(new Set(set.map((seat) => lookOf(seat)[part])).size).toBe(set.length);
    }
  }
});

test.each([...STOCK_SEATS])("text on %s is readable", (seat) => {
  const { color, ink } = lookOf(seat);
  expect(contrast(color, ink)).toBeGreaterThanOrEqual(4.5);
});

test.each(Object.entries(PROFILE_COLORS))("the profile colour %s differs from all seats for any colour vision", (_, color) => {
  for (const seat of STOCK_SEATS) {
    expect(distance(color, lookOf(seat).color, "normal"), seat).toBeGreaterThanOrEqual(MIN_SEAT_DISTANCE);
    for (const vision of ["protan", "deutan", "tritan"] as const) {
      expect(distance(color, lookOf(seat).color, vision), `${seat} ${vision}`).toBeGreaterThanOrEqual(MIN_PROFILE_DISTANCE);
    }
  }
});

test("only these are profile colours, not the seat colours that older pages stored", () => {
  expect(isProfileColor("#9933ff")).toBe(true);
  for (const color of ["#14376f", "#9c2f16", "", ...STOCK_SEATS.map((seat) => lookOf(seat).color)]) {
    expect(isProfileColor(color)).toBe(false);
  }
});

test("unknown seats get the first stock looks in turn; chance and nobody are grey", () => {
  expect(["white", "black", "white"].map(lookOf)).toEqual(["red", "blue", "red"].map(lookOf));
  expect([lookOf("chance"), lookOf("table")]).toEqual([lookOf(null), lookOf(null)]);
});

test("black and white are at the extremes", () => {
  expect(distance("#000000", "#FFFFFF", "grey")).toBeCloseTo(100, 0);
  expect(contrast("#000000", "#FFFFFF")).toBeCloseTo(21, 1);
});
