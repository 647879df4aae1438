import { expect, test } from "vitest";
import { LONGEST, pause, SHORTEST } from "./backoff";
import { routeOf } from "./route";

test("pauses grow from a quarter of a second to eight, each spread by half", () => {
  expect(pause(0, 1)).toBe(SHORTEST);
  expect(pause(0, 0)).toBe(SHORTEST / 2);
  expect([1, 2, 3, 4, 5, 9].map((tries) => pause(tries, 1))).toEqual([
    500, 1000, 2000, 4000, LONGEST, LONGEST,
  ]);
});

test("an address names a page; what names none is home", () => {
  expect(routeOf("#/table/abc")).toEqual({ page: "table", table: "abc" });
  expect(routeOf("#/join/K7QD-2MPX")).toEqual({ page: "join", code: "K7QD-2MPX" });
  expect(routeOf("#/replay")).toEqual({ page: "replay", table: null });
  for (const strange of ["", "#", "#/table/", "#/nonsense/x"]) {
    expect(routeOf(strange)).toEqual({ page: "home" });
  }
});
