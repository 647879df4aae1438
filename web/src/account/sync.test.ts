import { beforeEach, expect, test, vi } from "vitest";
import { challengesApi } from "../challenges/api";
import { myTables } from "../net/my-tables.svelte";
import { keep, keptMaps } from "../maps/kept";
import { rememberSeats } from "../net/open-table";
import { preferences } from "../net/preferences.svelte";
import { askAgain, challengeAgain } from "../net/rematch";
import { progress } from "../puzzles/progress.svelte";
import type * as wire from "../wire";
import type { Kept } from "./merge";
import { rememberAccount, syncProgress, syncTables } from "./sync.svelte";

let answer: unknown;
beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value),
  });
  for (const table of Object.keys(myTables.all)) myTables.forget(table);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answer))));
});

const seatAt = (table: string): wire.SeatTaken => ({ table, yours: [{ seat: "red", key: "k" }] });

test("who signs out leaves no seat of the account in the browser", async () => {
  rememberAccount("Ann");
  rememberSeats(seatAt("opened"), "trek", "Trek"); // here, with a key that is this browser's own
  const welcome = { table: "before", game: "trek", title: "Trek", options: {}, seats: ["red", "blue"] } as unknown as wire.Welcome;
  answer = seatAt("waited");
  await challengesApi.sit({ table: "waited", game: "trek", title: "Trek", players: [] });
  answer = { taken: seatAt("again") };
  await askAgain(welcome);
  answer = { taken: seatAt("challenged") };
  await challengeAgain(welcome, { seat: 1, name: "Bob" }, false);
  expect(Object.keys(myTables.all).toSorted()).toEqual(["again", "challenged", "opened", "waited"]);
  rememberAccount("");
  expect(Object.keys(myTables.all)).toEqual(["opened"]);
});

test("what is done while an account is being synchronized is kept, and saved the next time", async () => {
  rememberAccount("Ann");
  const saved: Kept[] = [];
  let meanwhile = (): void => undefined;
  vi.stubGlobal("fetch", (_path: string, init?: RequestInit) => {
    if (init?.method === "POST") saved.push(JSON.parse((JSON.parse(init.body as string) as wire.SaveProgress).document) as Kept);
    if (init?.method === "POST") meanwhile(); // the answer is on its way
    return Promise.resolve(new Response(JSON.stringify({ document: JSON.stringify(saved.at(-1) ?? {}), version: saved.length })));
  });
  await syncProgress();
  keep("older", ["#"]);
  meanwhile = () => {
    progress.solve("trek", "fork");
    keep("island", ["##"]);
    preferences.level = 7;
    meanwhile = () => undefined;
  };
  await syncProgress();
  expect(saved.at(-1)?.maps.map(({ name }) => name)).toEqual(["older"]);
  expect(progress.has("trek", "fork")).toBe(true);
  expect(keptMaps().map(({ name }) => name).toSorted()).toEqual(["island", "older"]);
  expect(preferences.level).toBe(7);
  await syncProgress();
  expect(saved.at(-1)?.puzzles.solved).toEqual({ trek: ["fork"] });
  expect(saved.at(-1)?.maps.map(({ name }) => name).toSorted()).toEqual(["island", "older"]);
  expect(saved.at(-1)?.settings["level"]).toBe(7);
});

test("a table that is opened while others go to the account goes there the next time, and one forgotten meanwhile stays away", async () => {
  rememberAccount("Ann");
  const claimed: string[][] = [];
  const atAccount = new Set<string>();
  let meanwhile = (): void => undefined;
  vi.stubGlobal("fetch", (_path: string, init?: RequestInit) => {
    if (init?.body) {
      const tables = (JSON.parse(init.body as string) as wire.MyTables).tables.map(({ table }) => table);
      claimed.push(tables);
      for (const table of tables) atAccount.add(table);
    }
    meanwhile();
    const tables = [...atAccount].map((table) => ({ table, game: "trek", title: "Trek", opened: 1 }));
    return Promise.resolve(new Response(JSON.stringify({ tables, ...seatAt("any") })));
  });
  rememberSeats(seatAt("first"), "trek", "Trek");
  rememberSeats(seatAt("unwanted"), "trek", "Trek");
  meanwhile = () => {
    rememberSeats(seatAt("opened"), "trek", "Trek");
    myTables.forget("unwanted");
  };
  await syncTables();
  meanwhile = () => undefined;
  await syncTables();
  expect(claimed.map((tables) => tables.toSorted())).toEqual([["first", "unwanted"], ["opened"]]);
  expect(Object.keys(myTables.all).toSorted()).toEqual(["first", "opened"]);
});
