import { beforeEach, expect, test, vi } from "vitest";
import { challengesApi } from "../challenges/api";
import { myTables } from "../net/my-tables.svelte";
import { rememberSeats } from "../net/open-table";
import { askAgain, challengeAgain } from "../net/rematch";
import type * as wire from "../wire";
import { rememberAccount } from "./sync.svelte";

let answer: unknown;
beforeEach(() => {
  for (const table of Object.keys(myTables.all)) myTables.forget(table);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answer))));
});

const taken = (table: string): wire.SeatTaken => ({ table, yours: [{ seat: "red", key: "k" }] });

test("who signs out leaves no seat of the account in the browser", async () => {
  rememberAccount("Ann");
  rememberSeats(taken("opened"), "trek", "Trek"); // here, with a key that is this browser's own
  const welcome = { table: "before", game: "trek", title: "Trek", options: {}, seats: ["red", "blue"] } as unknown as wire.Welcome;
  answer = taken("waited");
  await challengesApi.sit({ table: "waited", game: "trek", title: "Trek", players: [] });
  answer = { taken: taken("again") };
  await askAgain(welcome);
  answer = { taken: taken("challenged") };
  await challengeAgain(welcome, { seat: 1, name: "Bob" }, false);
  expect(Object.keys(myTables.all).toSorted()).toEqual(["again", "challenged", "opened", "waited"]);
  rememberAccount("");
  expect(Object.keys(myTables.all)).toEqual(["opened"]);
});
