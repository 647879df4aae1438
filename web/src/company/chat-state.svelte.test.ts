import { beforeEach, expect, test } from "vitest";
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
const shown = (one: ChatState): (string | undefined)[] => one.lines.map(({ text }) => text);

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
