// A connection that the server closes because it cannot store, with sockets that only record.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MIN_DELAY } from "./socket";
import { Session } from "./session.svelte";

const { sockets } = vi.hoisted(() => ({ sockets: [] as FakeSocket[] }));

interface FakeSocket extends Pick<WebSocket, "onopen" | "onclose" | "onmessage" | "readyState"> {
  sent: { type: string; id?: string }[];
}

vi.mock("./socket", async (original) => ({
  ...(await original<object>()),
  openSocket: () => {
    const sent: unknown[] = [];
    const socket = { sent, readyState: 1, send: (text: string) => sent.push(JSON.parse(text)), close: () => {} };
    sockets.push(socket as unknown as FakeSocket);
    return socket;
  },
}));

function say(message: object): void {
  sockets.at(-1)?.onmessage?.call({} as WebSocket, { data: JSON.stringify(message) } as MessageEvent);
}

function closeWith(sentence: string): void {
  say({ type: "closing", sentence, reconnect: true });
  sockets.at(-1)?.onclose?.call({} as WebSocket, {} as CloseEvent);
}

beforeEach(() => {
  sockets.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", { OPEN: 1 });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", { addEventListener: () => {}, hidden: false });
  vi.stubGlobal("addEventListener", () => {});
  vi.spyOn(Math, "random").mockReturnValue(1);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page that cannot enter, since nothing is stored, tries it more and more seldom", () => {
  new Session("aZ09_-aZ09_-aZ09", []);
  for (const delay of [MIN_DELAY, 2 * MIN_DELAY, 4 * MIN_DELAY]) {
    const opened = sockets.length;
    say({ type: "welcome", yours: [] });
    closeWith("The disk is full.");
    vi.advanceTimersByTime(delay - 1);
    expect(sockets.length).toBe(opened);
    vi.advanceTimersByTime(1);
    expect(sockets.length).toBe(opened + 1);
  }
});

test("a move that cannot be stored is sent again more and more seldom, and the page says why", () => {
  const session = new Session("aZ09_-aZ09_-aZ09", []);
  say({ type: "welcome", yours: [] });
  void session.ask({ type: "act", version: 0, token: "d3-d6" });
  const { id } = sockets[0]!.sent.at(-1)!;

  for (const delay of [MIN_DELAY, 2 * MIN_DELAY, 4 * MIN_DELAY]) {
    const opened = sockets.length;
    closeWith("The disk is full.");
    expect([session.status, session.problem]).toEqual(["broken", "The disk is full."]);
    vi.advanceTimersByTime(delay - 1);
    expect(sockets.length).toBe(opened);
    vi.advanceTimersByTime(1);
    expect(sockets.length).toBe(opened + 1);
    say({ type: "welcome", yours: [] });
    expect([session.status, session.problem]).toEqual(["open", ""]);
    expect(sockets.at(-1)!.sent.at(-1)).toMatchObject({ type: "act", id });
  }

  say({ type: "accepted", id, version: 1 });
  closeWith("This server is stopping. Reconnecting …");
  vi.advanceTimersByTime(MIN_DELAY); // the next problem is a new one
  expect(sockets.length).toBe(5);
});
