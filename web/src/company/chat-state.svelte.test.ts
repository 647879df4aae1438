import { beforeEach, expect, test, vi } from "vitest";
import { preferences } from "../net/preferences.svelte";
import type { TableState } from "../table/table-state.svelte";
import type * as wire from "../wire";
import { ChatState } from "./chat-state.svelte";

const lines: wire.ChatLine[] = [{ number: 1, seat: "red", said: 0, text: "mine" }, { number: 2, seat: "blue", said: 0, text: "theirs" }];

/** The chat of a table where the seat blue is that of an account, or of a guest. */
const chat = (table: string, name: string): ChatState =>
  new ChatState({
    welcome: { table, seats: ["red", "blue"], yours: ["red"] }, people: { people: name ? [{ seat: 1, name }] : [] },
    session: { chat: { lines } }, seatInfos: [], personAt: () => null,
  } as unknown as TableState);
const shown = (state: ChatState): (string | undefined)[] => state.lines.map(({ text }) => text);

/** The chat of a table as a spectator gets it by a new connection. */
const watched = (table: string, ...chatLines: wire.ChatLine[]): ChatState =>
  new ChatState({ welcome: { table, seats: ["red", "blue"], yours: [] }, people: null, session: { chat: { lines: chatLines } } } as unknown as TableState);

beforeEach(() => {
  preferences.muted = [];
});

test("an account that is muted at one table is muted at every table until it is heard again", () => {
  const first = chat("first", "Bob");
  first.mute("blue", true);
  expect([shown(first), shown(chat("second", "Bob")), shown(chat("third", "Cleo"))]).toEqual([["mine"], ["mine"], ["mine", "theirs"]]);
  const second = chat("second", "Bob");
  expect(second.muted).toEqual(["blue"]);
  second.mute("blue", false);
  expect([shown(second), shown(first)]).toEqual([["mine", "theirs"], ["mine", "theirs"]]);
});

test("a guest is muted at one table only", () => {
  const here = chat("with a guest", "");
  here.mute("blue", true);
  expect([shown(here), shown(chat("another", ""))]).toEqual([["mine"], ["mine", "theirs"]]);
});

test("a spectator's own lines stay known after a reconnect, and are not muted with those of the others", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
  const mine = { number: 1, seat: null, said: 0, text: "mine" };
  const theirs = { number: 2, seat: null, said: 0, text: "theirs" };
  const first = watched("seen", { ...mine, own: true }, theirs);
  expect(first.lines.map(first.isOwn)).toEqual([true, false]);
  first.keepOwn();
  const again = watched("seen", mine, theirs);
  expect(again.lines.map(again.isOwn)).toEqual([true, false]);
  again.mute(null, true);
  expect(shown(again)).toEqual(["mine"]);
  vi.unstubAllGlobals();
});
