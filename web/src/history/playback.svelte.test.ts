import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences } from "../net/preferences.svelte";
import type { Session, Snapshot } from "../net/session.svelte";
import type * as wire from "../wire";
import { LookBack } from "./look-back.svelte";
import { Playback } from "./playback.svelte";

const turn = (end: number): wire.Turn => ({ seat: "red", end, sentence: `Turn ${end}.` });

/** The table after so many turns. */
function snapshot(turns: number): Snapshot {
  const history = Array.from({ length: turns }, (_, i) => turn(i + 1));
  return { view: {} as wire.View, before: null, steps: [], newSteps: [], history };
}

class FakeSession {
  round = $state.raw<readonly Snapshot[]>([]);
  history = $state.raw<readonly wire.Turn[]>([]);
  steps = $state.raw<readonly wire.Step[]>([]);
  asked: unknown[] = [];
  ask(message: { turns: number }): Promise<unknown> {
    this.asked.push(message);
    return Promise.resolve({ type: "position", turns: message.turns, scene: { spots: [], goal: String(message.turns) } });
  }
}

function atTable(): { session: FakeSession; playback: Playback; add: (state: Snapshot) => void } {
  const session = new FakeSession();
  const playback = new Playback(session as unknown as Session, (state) => state.history.length === 9);
  const add = (state: Snapshot): void => {
    session.round = [...session.round, state];
    playback.follow(session.round);
  };
  return { session, playback, add };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  preferences.pace = "normal";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the turns of others are shown one after another, and nothing waits when all were shown", () => {
  const { playback, add } = atTable();
  const [own, red, blue] = [snapshot(1), snapshot(2), snapshot(3)];
  add(own);
  add(red);
  add(blue);
  expect(playback.shown).toBe(own);
  vi.advanceTimersByTime(400);
  expect(playback.shown).toBe(red);
  vi.advanceTimersByTime(999);
  expect(playback.shown).toBe(red);
  vi.advanceTimersByTime(1);
  expect([playback.shown, playback.isBehind]).toEqual([blue, false]);
  vi.advanceTimersByTime(5000);
  const late = snapshot(4);
  add(late);
  expect(playback.shown).toBe(late);
});

test("a battle is shown longer", () => {
  const { playback, add } = atTable();
  const battle = snapshot(9);
  [snapshot(8), battle, snapshot(10)].forEach(add);
  vi.advanceTimersByTime(400 + 2100);
  expect(playback.shown).toBe(battle);
  vi.advanceTimersByTime(100);
  expect(playback.isBehind).toBe(false);
});

test("skipping shows the position now; the round can be shown again", () => {
  const { session, playback, add } = atTable();
  [snapshot(1), snapshot(2), snapshot(3)].forEach(add);
  playback.skip();
  expect(playback.shown).toBe(session.round[2]);
  playback.again();
  expect(playback.shown).toBe(session.round[0]);
  vi.advanceTimersByTime(1400);
  expect(playback.shown).toBe(session.round[2]);
});

test("the round shown again tells only what is still known: without notes, values are hidden after the turn", () => {
  const { session, playback, add } = atTable();
  const known = ["e5-e6", "xe7"].map((token) => ({ actor: "blue", token }));
  const reveal = { actor: "chance", token: "e7=4" };
  const own = snapshot(1);
  const battle = { ...snapshot(2), steps: [...known, reveal], newSteps: [...known, reveal] };
  const next = { ...snapshot(3), steps: [...battle.steps, { actor: "red", token: "done" }] };
  [own, battle, next].forEach(add);
  session.steps = [...known, { ...reveal, token: "?" }, { actor: "red", token: "done" }];
  session.history = [turn(1), { ...turn(2), sentence: "Forgotten." }, turn(3)];
  vi.advanceTimersByTime(400);
  expect(playback.shown).toBe(battle); // the first time, it is seen
  playback.again();
  expect(playback.shown).toBe(own);
  vi.advanceTimersByTime(400);
  expect(playback.shown?.newSteps.map(({ token }) => token)).toEqual(["e5-e6", "xe7", "?"]);
  expect(playback.shown?.steps.at(-1)?.token).toBe("?");
  expect(playback.shown?.history.map(({ sentence }) => sentence)).toEqual(["Turn 1.", "Forgotten."]);
});

test("at once, or in a hidden page, only the last position is shown", () => {
  const { session, playback, add } = atTable();
  preferences.pace = "instant";
  [snapshot(1), snapshot(2), snapshot(3)].forEach(add);
  expect(playback.shown).toBe(session.round[2]);
  const hidden = atTable();
  preferences.pace = "slow";
  vi.stubGlobal("document", { hidden: true });
  [snapshot(1), snapshot(2), snapshot(3)].forEach(hidden.add);
  expect(hidden.playback.shown).toBe(hidden.session.round[2]);
});

test("your own move begins a new round at once", () => {
  const { session, playback, add } = atTable();
  [snapshot(1), snapshot(2), snapshot(3)].forEach(add);
  const own = snapshot(4);
  session.round = [own];
  playback.follow(session.round);
  expect([playback.shown, playback.isBehind]).toEqual([own, false]);
});

test("earlier positions are fetched once, with the ones before them, and forgotten when moves are undone", async () => {
  const { session } = atTable();
  session.history = [turn(1), turn(2), turn(3), turn(4)];
  const lookBack = new LookBack(session as unknown as Session);
  lookBack.move(1);
  expect(lookBack.at).toBe(null); // there is nothing after now
  lookBack.move(-1);
  await vi.advanceTimersByTimeAsync(0);
  expect([lookBack.at, lookBack.scene?.goal, lookBack.before?.goal]).toEqual([3, "3", "2"]);
  lookBack.move(-1);
  await vi.advanceTimersByTimeAsync(0);
  expect(session.asked.map((question) => (question as { turns: number }).turns)).toEqual([3, 2, 1]);
  lookBack.follow({ seat: null, history_from: 1, result: "*" } as wire.View);
  await vi.advanceTimersByTimeAsync(0);
  expect(session.asked.map((question) => (question as { turns: number }).turns)).toEqual([3, 2, 1, 2]);
  lookBack.go(99);
  expect(lookBack.at).toBe(null);
});
