import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences } from "../net/preferences.svelte";
import type { Session, Snapshot } from "../net/session.svelte";
import { text } from "../text";
import type * as wire from "../wire";
import { TableState } from "./table-state.svelte";

const BOARD: wire.Board = {
  shape: "squares",
  places: ["a1", "a2", "a3"].map((name, y) => ({ name, x: 0, y: 2 - y, ground: "land" })),
};
const SEATS = ["red", "blue"];

/** A column of three squares, and who stands where. */
const standing = (...seats: readonly (string | null)[]): wire.Scene => ({
  spots: seats.flatMap((seat, at) => (seat ? [{ at, piece: { kind: "man", seat } }] : [])), task: "Move a man",
});

const view = (more: Partial<wire.View> = {}): wire.View => ({
  type: "view", version: 1, seat: "red", steps_from: 0, steps: [], history_from: 0, history: [], changed: [],
  scene: standing("red", null, "blue"), to_act: "red", legal: ["a1-a2"], ...more,
});

let leave = (): void => undefined;

/** A table of two seats, the first of which is mine. */
function table(shown: wire.View, { yours = ["red"], ...more }: Partial<wire.Welcome> & { presence?: wire.Presence; round?: readonly Snapshot[]; history?: readonly wire.Turn[] } = {}) {
  const asked: unknown[] = [];
  const { presence = null, history = [], round = [{ view: shown, before: null, steps: [], newSteps: [], history }], ...welcome } = more;
  const ask = (message: { readonly type: string }): Promise<unknown> => {
    asked.push(message);
    return Promise.resolve(message.type === "look-back" ? { type: "position", scene: standing("red", "blue", null), steps: [] } : { type: "accepted" });
  };
  let now = $state.raw(shown);
  const session = {
    welcome: { game: "trek", title: "Trek", board: BOARD, seats: SEATS, yours, options: {}, secrets: false, ...welcome },
    get view() { return now; }, previousView: null, steps: [], history, round, presence, ask,
  };
  let made: TableState | undefined;
  leave = $effect.root(() => {
    made = new TableState(session as unknown as Session);
  });
  flushSync();
  return { table: made as TableState, asked, show: (next: wire.View) => (now = next) };
}

const piecesOn = ({ position }: TableState): (string | null)[] => position.scene.cells.map(({ piece }) => piece?.seat ?? null);

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false });
  Object.assign(preferences, { confirm: true, tokens: false });
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

test("a move is picked, confirmed and sent with the version of the position in which it is made", () => {
  const { table: at, asked } = table(view({ version: 7 }));
  expect([at.task, at.input.movable]).toEqual(["Move a man", ["a1"]]);
  at.pick("place:a1");
  at.pick("place:a2");
  expect(at.input.selection.token).toBe("a1-a2");
  expect(asked).toEqual([]);
  at.input.confirm();
  at.input.confirm(); // once is enough
  expect(asked).toEqual([{ type: "act", version: 7, token: "a1-a2" }]);
});

test("why a move is impossible is not told once the position is another one", async () => {
  const { table: at, show } = table(view());
  at.session.ask = async () => {
    show(view({ version: 2, to_act: "blue", legal: [] }));
    return { type: "refused", sentence: "It is not your turn." };
  };
  await at.input.explain("a1-a3");
  expect(at.input.message).toBe("");
});

test("without a turn nothing is picked, and why is told", () => {
  const { table: at } = table(view({ to_act: "blue", legal: [] }));
  at.pick("place:a1");
  expect([at.task, at.input.message]).toEqual(["", text.refused.notYet("blue")]);
});

test("when the game is over nothing is picked, and nothing covers the result", () => {
  const { table: at, asked } = table(view({ to_act: null, legal: [], result: "red" }));
  at.pick("place:a1");
  expect([at.input.selection.picked, at.input.message, asked]).toEqual([[], "", []]);
});

test("an earlier position is shown in place of the one now, and nothing is picked in it", async () => {
  const { table: at } = table(view(), { history: [1, 2].map((end) => ({ seat: "red", end, sentence: "" })) });
  expect([at.isNow, piecesOn(at)]).toEqual([true, ["red", null, "blue"]]);
  at.goTo(1);
  await vi.waitFor(() => expect(piecesOn(at)).toEqual(["red", "blue", null]));
  expect([at.isNow, at.task]).toEqual([false, ""]);
  at.pick("place:a1");
  expect([at.input.message, at.input.selection.picked]).toEqual([text.history.lookingBack, []]);
  at.lookBack.back();
  expect([at.isNow, piecesOn(at)]).toEqual([true, ["red", null, "blue"]]);
});

test("what others did is shown first; a click skips it", () => {
  const [own, now] = [view({ scene: standing("red", null, "blue") }), view({ scene: standing("red", "blue", null), version: 2 })];
  const round = [own, now].map((seen): Snapshot => ({ view: seen, before: null, steps: [], newSteps: [], history: [] }));
  const { table: at } = table(now, { round });
  expect([at.isNow, piecesOn(at)]).toEqual([false, ["red", null, "blue"]]);
  at.skip();
  expect([at.isNow, piecesOn(at)]).toEqual([true, ["red", "blue", null]]);
});

test("a flip shows the board from the next seat", () => {
  const { table: at } = table(view());
  expect([at.order, at.turns]).toEqual([["red", "blue"], 0]);
  at.flips += 1;
  expect([at.order, at.turns]).toEqual([["blue", "red"], 2]);
});

test("with secrets only the seat whose view is shown acts", () => {
  expect(table(view({ seat: "blue" }), { yours: SEATS, secrets: true }).table.mine).toEqual(["blue"]);
  expect(table(view({ seat: "blue" }), { yours: SEATS }).table.mine).toEqual(SEATS);
});

test.each([["red", ["red"]], ["red+blue", SEATS], ["draw", []], ["*", []]])("result %s: these seats have won", (result, winners) => {
  const { table: at } = table(view({ result }));
  expect([at.isOver, at.winners]).toEqual([result !== "*", winners]);
});

test("who plays bots alone may have a coach, as long as the game runs", () => {
  const seats = (who: wire.SeatInfo["who"]): wire.Presence => ({ type: "presence", seats: [{ seat: "red", who: "person" }, { seat: "blue", who }], spectators: 0 });
  expect(table(view(), { presence: seats("bot") }).table.isAlone).toBe(true);
  expect(table(view(), { presence: seats("person") }).table.isAlone).toBe(false);
  expect(table(view({ result: "red" }), { presence: seats("bot") }).table.isAlone).toBe(false);
  expect(table(view(), { presence: seats("bot"), rated: true }).table.isAlone).toBe(false);
});
