// Routes, steps, continuations and rematches.

import { expect, it, test, vi } from "vitest";
import type { SeatInfo, Welcome } from "../wire";
import { continuation, setContinuation } from "./continuation";
import { myTables } from "./my-tables.svelte";
import { acceptRematch, openRematch, rotated } from "./rematch";
import { isTableId, routeOf } from "./route";
import { newSteps, type Session, stepsAfter } from "./session.svelte";
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
  expect(routeOf("#/new/expansion")).toEqual({ page: "new", game: "expansion", step: null, map: null, others: "bot" });
  expect(routeOf("#/new/expansion/friend")).toEqual({ page: "new", game: "expansion", step: null, map: null, others: "friend" });
  expect(routeOf("#/new/expansion/open")).toEqual({ page: "new", game: "expansion", step: null, map: null, others: "open" });
  expect(routeOf("#/new/expansion/0")).toEqual({ page: "new", game: "expansion", step: 0, map: null, others: "bot" });
  expect(routeOf("#/new/siege-master/map/isle%20one/h4-F/fortresses=placed")).toEqual({
    page: "new", game: "siege-master", step: null, map: { name: "isle one", code: "h4-F", options: { fortresses: "placed" } },
    others: "bot",
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

it("keeps a seat for everybody who is not here", () => {
  const other: SeatInfo = { seat: "blue", who: "person", name: "Ben" };
  expect(rotated([ME, other], ["red"], null)[0]).toEqual({ seat: "red", who: "friend" });
  expect(rotated([ME, other], ["red", "blue"], null)).toEqual([
    { seat: "red", who: "hot-seat", name: "Ben" },
    { seat: "blue", who: "me", name: "Ann" },
  ]);
});

const GAME = { table: "a", game: "trek", title: "Trek", options: {}, yours: ["red"] } as unknown as Welcome;
const OTHERS: SeatInfo[] = [ME, { seat: "blue", who: "person" }, { seat: "green", who: "person" }];
function answered(...bodies: unknown[]): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(bodies.shift()))));
}

test("a rematch is offered to the seat whose player gets the next one", async () => {
  const invitations = [{ seat: "red", code: "R" }, { seat: "green", code: "G" }];
  answered({ table: "again", yours: [{ seat: "blue", key: "k" }], invitations });
  const ask = vi.fn(() => Promise.resolve({ type: "accepted" }));
  expect(await openRematch({ ask } as unknown as Session, GAME, OTHERS, null, false)).toBe("again");
  expect(ask).toHaveBeenCalledWith({
    type: "rematch", table: "again", seat: "red", invitations: [{ to: "green", code: "R" }, { to: "blue", code: "G" }],
  });
  expect(myTables.all["again"]?.isRematch).toBe(true);
});

test("a rematch that comes second is not kept: the first one is to be joined", async () => {
  answered({ table: "second", yours: [], invitations: [{ seat: "red", code: "R" }] });
  const ask = (): Promise<unknown> => Promise.resolve({ type: "refused", sentence: "Ben was first." });
  await expect(openRematch({ ask } as unknown as Session, GAME, OTHERS, null, false)).rejects.toThrow("Ben was first.");
  expect("second" in myTables.all).toBe(false);
});

test("a rematch against bots alone is offered to nobody", async () => {
  answered({ table: "alone", yours: [] });
  const ask = vi.fn();
  expect(await openRematch({ ask } as unknown as Session, GAME, [ME, BOT], null, false)).toBe("alone");
  expect(ask).not.toHaveBeenCalled();
});

test("who accepts a rematch keeps the keys of all seats", async () => {
  answered({ table: "again", yours: [{ seat: "red", key: "1" }] }, { table: "again", yours: [{ seat: "blue", key: "2" }] });
  expect(await acceptRematch(GAME, { by: "green", table: "again", invited: ["red", "blue"] }, ["x", "y"])).toBe("again");
  expect(myTables.all["again"]?.keys).toEqual(["1", "2"]);
});
