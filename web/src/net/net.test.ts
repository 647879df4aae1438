// Routes, steps, continuations and rematches.

import { expect, it, test } from "vitest";
import type { SeatInfo } from "../wire";
import { continuation, setContinuation } from "./continuation";
import { needsInvitation, rotated } from "./rematch";
import { isTableId, routeOf } from "./route";
import { newSteps, stepsAfter } from "./session.svelte";
import { backoffDelay, MAX_DELAY, MIN_DELAY } from "./socket";

test("delays grow from a quarter of a second to eight seconds, with up to half of each as jitter", () => {
  expect(backoffDelay(0, 1)).toBe(MIN_DELAY);
  expect(backoffDelay(0, 0)).toBe(MIN_DELAY / 2);
  expect([1, 2, 3, 4, 5, 9].map((attempt) => backoffDelay(attempt, 1))).toEqual([
    500, 1000, 2000, 4000, MAX_DELAY, MAX_DELAY,
  ]);
});

test("an address has a route; an invalid one leads home", () => {
  expect(routeOf("#/table/abc")).toEqual({ page: "table", table: "abc" });
  expect(routeOf("#/join/K7QD-2MPX")).toEqual({ page: "join", code: "K7QD-2MPX" });
  expect(routeOf("#/replay")).toEqual({ page: "replay", table: null, turns: null, chances: false });
  expect(routeOf("#/replay/abc/14")).toEqual({ page: "replay", table: "abc", turns: 14, chances: false });
  expect(routeOf("#/replay/abc/x1")).toEqual({ page: "replay", table: "abc", turns: null, chances: false });
  expect(routeOf("#/replay/abc/chances")).toEqual({ page: "replay", table: "abc", turns: null, chances: true });
  expect(routeOf("#/new/expansion")).toEqual({ page: "new", game: "expansion", step: null, map: null, withFriend: false });
  expect(routeOf("#/new/expansion/friend")).toEqual({ page: "new", game: "expansion", step: null, map: null, withFriend: true });
  expect(routeOf("#/new/expansion/0")).toEqual({ page: "new", game: "expansion", step: 0, map: null, withFriend: false });
  expect(routeOf("#/new/siege-master/map/isle%20one/h4-F/fortresses=placed")).toEqual({
    page: "new", game: "siege-master", step: null, map: { name: "isle one", code: "h4-F", options: { fortresses: "placed" } },
    withFriend: false,
  });
  expect(routeOf("#/rules/expansion/R5")).toEqual({ page: "rules", game: "expansion", paragraph: "R5" });
  expect(routeOf("#/learn/expansion")).toEqual({ page: "learn", game: "expansion", lesson: "" });
  expect(routeOf("#/learn/expansion/goal")).toEqual({ page: "learn", game: "expansion", lesson: "goal" });
  expect(routeOf("#/maps")).toEqual({ page: "maps" });
  expect(routeOf("#/map")).toEqual({ page: "map", name: "", code: "" });
  expect(routeOf("#/map/old%20bay/_2h1F")).toEqual({ page: "map", name: "old bay", code: "_2h1F" });
  expect(routeOf("#/join/%zz")).toEqual({ page: "join", code: "%zz" });
  for (const strange of ["", "#", "#/table/", "#/nonsense/x"]) {
    expect(routeOf(strange)).toEqual({ page: "home" });
  }
});

test("a table id is sixteen letters, digits, _ and -", () => {
  expect(isTableId("aZ09_-aZ09_-aZ09")).toBe(true);
  for (const none of ["nope", "aZ09_-aZ09_-aZ09a", "aZ09_-aZ09_-aZ0/", "aZ09_-aZ09_-aZ09\n"]) {
    expect(isTableId(none)).toBe(false);
  }
});

test("a continuation is found by its game and step, even if storage is disabled", () => {
  const from = { game: "expansion", record: "siege-record 1", step: 14, options: {}, map_rows: "" };
  expect(continuation("expansion", 14)).toBe(null);
  setContinuation(from); // sessionStorage does not exist here
  expect(continuation("expansion", 14)).toBe(from);
  expect(continuation("expansion", 14)).toBe(from); // and is still there
  expect(continuation("expansion", 13)).toBe(null);
  expect(continuation("siege-master", 14)).toBe(null);
});

test("only the steps that a view adds are new, even if it repeats the last turn with fewer details", () => {
  const moved = { actor: "suns", token: "d2-f4", shown: "5x0" };
  const repeated = { actor: "suns", token: "d2-f4" };
  const coin = { actor: "chance", token: "e6=4" };
  const next = { actor: "moons", token: "a1-a2" };
  expect(newSteps([moved], 1, [next])).toEqual([next]);
  expect(newSteps([moved], 0, [repeated, next])).toEqual([next]);
  expect(newSteps([coin], 0, [{ ...coin, token: "?" }, next])).toEqual([next]);
  expect(newSteps([moved], 0, [])).toEqual([]); // undone
  expect(newSteps([moved], 0, [next])).toEqual([]); // undone, and another one played
  expect(newSteps([], 1, [next])).toEqual([]); // steps before it are missing
});

test("a view replaces the steps that its seat now sees differently, and keeps the others", () => {
  const hidden = { actor: "south", token: "?" };
  const open = { actor: "south", token: "Ka1" };
  const seen = { actor: "north", token: "Kb5" };
  expect(stepsAfter([], { steps_from: 0, steps: [hidden, seen] })).toEqual([hidden, seen]);
  const step_updates = [{ at: 0, step: open }];
  const before = [hidden, seen, hidden];
  expect(stepsAfter(before, { steps_from: 2, steps: [open], step_updates })).toEqual([open, seen, open]);
  expect(before).toEqual([hidden, seen, hidden]);
});

const ME: SeatInfo = { seat: "red", who: "person", name: "Ann" };
const BOT: SeatInfo = { seat: "blue", who: "bot", level: 3 };

it("gives every player the next seat", () => {
  expect(rotated([ME, BOT], ["red"], null)).toEqual([
    { seat: "red", who: "bot", level: 3 },
    { seat: "blue", who: "me", name: "Ann" },
  ]);
});

it("can change the level of the bots", () => {
  expect(rotated([ME, BOT], ["red"], 5)[0]).toEqual({ seat: "red", who: "bot", level: 5 });
});

it("invites other people with a link", () => {
  const other: SeatInfo = { seat: "blue", who: "person", name: "Ben" };
  expect(needsInvitation([ME, BOT], ["red"])).toBe(false);
  expect(needsInvitation([ME, other], ["red"])).toBe(true);
  expect(rotated([ME, other], ["red"], null)[0]).toEqual({ seat: "red", who: "friend" });
  expect(rotated([ME, other], ["red", "blue"], null)).toEqual([
    { seat: "red", who: "hot-seat", name: "Ben" },
    { seat: "blue", who: "me", name: "Ann" },
  ]);
});
