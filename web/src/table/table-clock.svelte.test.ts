import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { text } from "../text";
import type { Clocks, Step } from "../wire";
import { TableClock } from "./table-clock.svelte";

let leave = (): void => undefined;
let now = 0;

beforeEach(() => {
  vi.useFakeTimers();
  now = 5_000;
  vi.stubGlobal("performance", { now: () => now });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function clockAt(first: Clocks) {
  const state = $state({ message: first, at: now, steps: [] as readonly Step[], isBehind: false });
  const table = {
    session: { get clocks() { return { message: state.message, at: state.at }; }, get steps() { return state.steps; } },
    playback: { get isBehind() { return state.isBehind; } },
    welcome: { seats: ["red", "blue"], yours: ["red"] },
  };
  let clock: TableClock | undefined;
  leave = $effect.root(() => {
    clock = new TableClock(table as never);
    $effect.pre(() => clock?.follow());
    $effect(() => clock?.tick());
  });
  flushSync();
  const pass = (milliseconds: number): void => {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      now += 10;
      vi.advanceTimersByTime(10);
      flushSync();
    }
  };
  const say = (message: Partial<Clocks>): void => {
    [state.message, state.at] = [{ ...state.message, ...message }, now];
    flushSync();
  };
  return { clock: clock as TableClock, state, pass, say };
}

const shown = (clock: TableClock, seat = "red"): string => text.clock.left(clock.left(seat) ?? 0);

const clocks = (more: Partial<Clocks> = {}): Clocks => ({ type: "clocks", left: [60_000, 40_000], running: "red", allowed: 3_000, ...more });

test("the time of the seat to act runs, and nobody else's", () => {
  const { clock, pass } = clockAt(clocks());
  pass(5_500);
  expect([shown(clock), shown(clock, "blue")]).toEqual(["0:55", "0:40"]);
  expect(clock.spent()).toBe(5_500);
});

test("below ten seconds tenths are shown", () => {
  const { clock, pass } = clockAt(clocks({ left: [9_800, 40_000] }));
  pass(350);
  expect(shown(clock)).toBe("0:09.4");
});

test("what is played back to a player does not run on his clock", () => {
  const { clock, state, pass } = clockAt(clocks({ running: "blue" }));
  state.isBehind = true;
  [state.message, state.at, state.steps] = [clocks(), now, [{ actor: "blue", token: "a1" }]];
  flushSync();
  pass(2_000);
  expect(clock.left("red")).toBe(60_000);
  state.isBehind = false;
  flushSync();
  pass(1_500);
  expect(shown(clock)).toBe("0:59");
  expect(clock.spent()).toBe(1_500);
});

test("but no longer than the server believes", () => {
  const { clock, state, pass } = clockAt(clocks({ running: "blue" }));
  state.isBehind = true;
  [state.message, state.at, state.steps] = [clocks(), now, [{ actor: "blue", token: "a1" }]];
  flushSync();
  pass(10_500);
  expect(shown(clock)).toBe("0:53");
});

test("what is sent again within a turn costs nothing, and a server that was away gives time back", () => {
  const { clock, pass, say } = clockAt(clocks());
  pass(5_500);
  say({ left: [54_000, 40_000] });
  expect(shown(clock)).toBe("0:55");
  pass(20_000);
  say({ left: [54_000, 40_000] });
  expect(clock.left("red")).toBe(54_000);
});

test("a player is told of his last half minute, and of his last ten seconds", () => {
  const { clock, pass } = clockAt(clocks({ left: [31_000, 5_000] }));
  expect(clock.told).toBeNull();
  pass(2_000);
  expect(clock.told).toBe(30_000);
  pass(20_000);
  expect(clock.told).toBe(10_000);
});

test("nobody is told of the time of others", () => {
  const { clock } = clockAt(clocks({ running: "blue", left: [60_000, 5_000] }));
  expect([clock.told, clock.spent()]).toEqual([null, null]);
});
