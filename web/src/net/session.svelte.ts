// One table over one WebSocket: what the server said last, and what was asked of it. A broken line
// is taken up again by itself; what was asked and not answered is asked again under the same id.

import { text } from "../text";
import type * as wire from "../wire";
import { pause } from "./backoff";
import { line } from "./early";
import { namesTable } from "./route";
import { newSteps, stepsAfter } from "./steps";

// Milliseconds. A page that is seen notices within BEAT + ANSWER that nothing is heard any more; it
// waits on, for the line may only be slow, and after GIVE_UP opens a new one.
const BEAT = 1250; // from whatever was heard last to the next ping
const BEAT_UNSEEN = 20_000; // where nobody looks at the page
const ANSWER = 1500;
const GIVE_UP = 8000;

type Request = Extract<wire.ClientMessage, { id: string }>;
type Unsigned<T> = T extends { id: string } ? Omit<T, "id"> : never;
type Answer = wire.Accepted | wire.Refused | wire.Explained | wire.Hinted | wire.View;

export type Line = "opening" | "open" | "silent" | "broken" | "closed"; // silent: nothing is heard

interface Waiting {
  readonly request: Request;
  readonly done: (answer: Answer) => void;
}

export class Session {
  line = $state<Line>("opening");
  welcome = $state.raw<wire.Welcome | null>(null);
  presence = $state.raw<wire.Presence | null>(null);
  view = $state.raw<wire.View | null>(null);
  earlier = $state.raw<wire.View | null>(null); // the view before it, of the same seat
  steps = $state.raw<readonly wire.Step[]>([]);
  fresh: readonly wire.Step[] = []; // the steps that the view brought, where one saw those before
  preparing = $state.raw<wire.Preparing | null>(null);
  sentence = $state(""); // why the table cannot be had

  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private heartbeat = 0;
  private shown: string | null = null; // the seat whose curtain is lifted
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly table: string,
    private readonly tokens: readonly string[],
  ) {
    if (!namesTable(table)) {
      this.giveUp(text.line.noTable);
      return;
    }
    addEventListener("online", this.reconnectSoon);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.reconnectSoon);
    this.connect();
  }

  /** Hang up for good. */
  close(): void {
    removeEventListener("online", this.reconnectSoon);
    removeEventListener("offline", this.doubt);
    document.removeEventListener("visibilitychange", this.reconnectSoon);
    this.line = "closed";
    this.drop();
  }

  /** Ask for something; resolves with what the server says to it, however often the line breaks. */
  ask(message: Unsigned<Request>): Promise<Answer> {
    const request = { ...message, id: crypto.randomUUID?.() ?? randomId() } as Request;
    if (request.type === "look") this.shown = request.seat ?? null;
    return new Promise((done) => {
      this.waiting.set(request.id, { request, done });
      this.send(request);
    });
  }

  private send(message: wire.ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN && (this.welcome || message.type === "hello")) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private connect(): void {
    const socket = line();
    this.socket = socket;
    socket.onopen = () => {
      const version = this.view?.version ?? 0;
      socket.send(
        JSON.stringify({ type: "hello", table: this.table, tokens: this.tokens, version }),
      );
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data as string) as wire.ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  private drop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.heartbeat);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private lost(): void {
    this.drop();
    if (this.line === "closed") return;
    this.line = this.welcome ? "broken" : "opening";
    this.timer = window.setTimeout(() => this.connect(), pause(this.tries++, Math.random()));
  }

  private readonly reconnectSoon = (): void => {
    if (this.line === "closed" || document.hidden) return;
    if (this.line === "open") return this.doubt();
    this.drop();
    this.tries = 0;
    this.connect();
  };

  // Is anybody there? The server may be on this very computer: being offline alone says nothing.
  private readonly doubt = (): void => {
    if (this.line !== "open") return;
    this.send({ type: "ping" });
    this.after(ANSWER, () => {
      this.line = "silent";
      this.after(GIVE_UP, () => this.lost());
    });
  };

  private after(milliseconds: number, what: () => void): void {
    clearTimeout(this.heartbeat);
    this.heartbeat = window.setTimeout(what, milliseconds);
  }

  private hear(message: wire.ServerMessage): void {
    if (this.line === "silent") this.line = "open"; // whatever is heard proves the line alive
    if (this.line === "open") this.after(document.hidden ? BEAT_UNSEEN : BEAT, this.doubt);
    switch (message.type) {
      case "preparing":
        this.preparing = message;
        return;
      case "welcome":
        return this.welcomed(message);
      case "presence":
        this.presence = message;
        return;
      case "view":
        return this.see(message);
      case "pong":
        return;
      case "closing":
        if (!message.again) this.giveUp(message.sentence);
        return;
      default:
        return this.answer(message);
    }
  }

  private welcomed(message: wire.Welcome): void {
    this.welcome = message;
    this.preparing = null;
    this.line = "open";
    this.tries = 0;
    this.after(BEAT, this.doubt);
    if (this.shown !== null) this.again({ type: "look", seat: this.shown });
    for (const { request } of this.waiting.values()) this.send(request);
  }

  private again(message: Unsigned<wire.Look>): void {
    if (![...this.waiting.values()].some(({ request }) => request.type === "look")) {
      void this.ask(message);
    }
  }

  private see(view: wire.View): void {
    const isSame = this.view?.seat === view.seat;
    this.fresh = isSame ? newSteps(this.steps, view.steps_from, view.steps) : [];
    this.steps = stepsAfter(this.steps, view);
    if (this.view?.seat !== view.seat) this.earlier = null;
    else if (this.view.version !== view.version) this.earlier = this.view;
    this.view = view;
    this.preparing = null;
    for (const [id, { request, done }] of this.waiting) {
      if (request.type === "look" && (request.seat ?? null) === view.seat) {
        this.waiting.delete(id);
        done(view);
      }
    }
  }

  private answer(message: wire.Accepted | wire.Refused | wire.Explained | wire.Hinted): void {
    const id = message.id ?? null;
    if (id === null) {
      if (this.line !== "open") this.giveUp((message as wire.Refused).sentence);
      return;
    }
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.done(message);
  }

  private giveUp(sentence: string): void {
    this.sentence = sentence;
    this.close();
  }
}

/** A name for a request, where the page is not served over a secure line. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
