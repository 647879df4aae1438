// One table over one WebSocket: the server's latest state, and our requests. A broken connection is
// reopened automatically, and unanswered requests are sent again under the same id.

import { text } from "../text";
import type * as wire from "../wire";
import type { Step, View } from "../wire";
import { newRequestId } from "./open-table";
import { isTableId } from "./route";
import { backoffDelay, openSocket } from "./socket";

/** All steps after a view: those we keep, some of them updated, and the added ones. */
export function stepsAfter(
  steps: readonly Step[],
  view: Pick<View, "steps_from" | "steps" | "step_updates">,
): readonly Step[] {
  const kept = steps.slice(0, view.steps_from);
  for (const { at, step } of view.step_updates ?? []) kept[at] = step;
  return [...kept, ...view.steps];
}

/** The new steps in a view that keeps `from` of the known ones; none if it does not continue them.
 *  The server may repeat the last turn with details that have become hidden since. */
export function newSteps(known: readonly Step[], from: number, sent: readonly Step[]): readonly Step[] {
  const repeated = known.slice(from);
  const continues = from <= known.length && repeated.every((step, i) => {
    const other = sent[i];
    return other?.actor === step.actor && (other.token === step.token || other.token === "?");
  });
  return continues ? sent.slice(repeated.length) : [];
}

// Milliseconds. A visible page notices a silent server within PING_INTERVAL + PONG_TIMEOUT. It keeps
// listening, since the connection may only be slow, and reconnects after RECONNECT_TIMEOUT.
const PING_INTERVAL = 1250; // after the last message
const PING_INTERVAL_HIDDEN = 20_000; // while the page is hidden
const PONG_TIMEOUT = 1500;
const RECONNECT_TIMEOUT = 8000;

type Request = Extract<wire.ClientMessage, { id: string }>;
type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
type Reply = wire.Accepted | wire.Refused | wire.Explained | wire.Hinted | wire.Coached | wire.Reviewed | wire.Previewed | wire.EarlierPosition | wire.Imagined;
type Answer = Reply | wire.View;

const MAX_ROUND = 80; // snapshots; a spectator has no last move

type ConnectionStatus = "opening" | "open" | "silent" | "broken" | "closed"; // silent: no answer to a ping

/** The table as one view showed it. */
export interface Snapshot {
  readonly view: wire.View;
  readonly before: wire.View | null; // the view before it, of the same seat
  readonly steps: readonly wire.Step[];
  readonly newSteps: readonly wire.Step[]; // those that the view added
  readonly history: readonly wire.Turn[];
}

export class Session {
  status = $state<ConnectionStatus>("opening");
  welcome = $state.raw<wire.Welcome | null>(null);
  presence = $state.raw<wire.Presence | null>(null);
  view = $state.raw<wire.View | null>(null);
  previousView = $state.raw<wire.View | null>(null); // of the same seat
  steps = $state.raw<readonly wire.Step[]>([]);
  history = $state.raw<readonly wire.Turn[]>([]);
  round = $state.raw<readonly Snapshot[]>([]); // since one's own last move, the position after it first
  preparing = $state.raw<wire.Preparing | null>(null);
  clocks = $state.raw<{ readonly message: wire.Clocks; readonly at: number } | null>(null); // when it came
  chat = $state.raw<wire.Chat | null>(null); // with all lines that have come
  planned = $state.raw<Readonly<Record<string, readonly string[]>>>({}); // conditional moves, by my seat
  error = $state(""); // why the table cannot be opened
  problem = $state(""); // why the server has closed the connection, which is tried again

  readonly drawn = new Map<number, string>(); // what chance did, as it was first shown, by the number of the step

  private socket: WebSocket | null = null;
  private attempts = 0;
  private reconnectTimer = 0;
  private pingTimer = 0;
  private isFresh = true; // connected, but without a view yet
  private shownSeat: string | null = null; // at a shared screen, whose view is shown
  private readonly pending = new Map<string, { readonly request: Request; readonly resolve: (answer: Answer) => void }>();

  constructor(private readonly table: string, private readonly keys: readonly string[], private readonly entropy = "", private readonly name = "") {
    if (!isTableId(table)) {
      this.fail(text.connection.noTable);
      return;
    }
    addEventListener("online", this.reconnectNow);
    addEventListener("offline", this.checkConnection);
    document.addEventListener("visibilitychange", this.reconnectNow);
    this.connect();
  }

  close(): void {
    removeEventListener("online", this.reconnectNow);
    removeEventListener("offline", this.checkConnection);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    this.status = "closed";
    this.disconnect();
  }

  /** Send a request; resolves with the answer, however often the connection breaks meanwhile. */
  ask(message: WithoutId<Request>): Promise<Answer> {
    const request = { ...message, id: newRequestId() } as Request;
    if (request.type === "look") this.shownSeat = request.seat ?? null;
    return new Promise((resolve) => {
      this.pending.set(request.id, { request, resolve });
      this.send(request);
    });
  }

  private send(message: wire.ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN && (this.welcome || message.type === "hello")) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private connect(): void {
    const socket = openSocket(this.table);
    this.socket = socket;
    socket.onopen = () => {
      const version = this.view?.version ?? 0;
      socket.send(JSON.stringify({ type: "hello", table: this.table, keys: this.keys, version, entropy: this.entropy, ...this.keys.length > 0 ? {} : { name: this.name } }));
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data as string) as wire.ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.reconnectLater();
    };
  }

  private disconnect(): void {
    clearTimeout(this.reconnectTimer);
    clearTimeout(this.pingTimer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private reconnectLater(): void {
    this.disconnect();
    if (this.status === "closed") return;
    this.status = this.welcome ? "broken" : "opening";
    this.reconnectTimer = window.setTimeout(() => this.connect(), backoffDelay(this.attempts++, Math.random()));
  }

  private readonly reconnectNow = (): void => {
    if (this.status === "closed" || document.hidden) return;
    if (this.status === "open") return this.checkConnection();
    this.disconnect();
    this.attempts = 0;
    this.connect();
  };

  // The browser being offline proves nothing: the server may run on this very computer.
  private readonly checkConnection = (): void => {
    if (this.status !== "open") return;
    this.send({ type: "ping" });
    this.setPingTimer(PONG_TIMEOUT, () => {
      this.status = "silent";
      this.setPingTimer(RECONNECT_TIMEOUT, () => this.reconnectLater());
    });
  };

  private setPingTimer(milliseconds: number, then: () => void): void {
    clearTimeout(this.pingTimer);
    this.pingTimer = window.setTimeout(then, milliseconds);
  }

  private receive(message: wire.ServerMessage): void {
    if (this.status === "silent") this.status = "open"; // any message proves that the connection works
    if (this.status === "open") this.setPingTimer(document.hidden ? PING_INTERVAL_HIDDEN : PING_INTERVAL, this.checkConnection);
    switch (message.type) {
      case "preparing":
        this.preparing = message;
        return;
      case "welcome":
        return this.onWelcome(message);
      case "presence":
        this.presence = message;
        return;
      case "view":
        return this.onView(message);
      case "clocks":
        this.clocks = { message, at: performance.now() };
        return;
      case "planned":
        this.planned = { ...this.planned, [message.seat]: message.tokens };
        return;
      case "chat":
        this.chat = message.is_all ? message : { ...message, lines: [...this.chat?.lines ?? [], ...message.lines] };
        return;
      case "pong":
      case "observed": // of programs; the page does not ask for it
        return;
      case "closing":
        if (message.reconnect) this.problem = message.sentence;
        else this.fail(message.sentence);
        return;
      default:
        return this.onAnswer(message);
    }
  }

  private onWelcome(message: wire.Welcome): void {
    this.welcome = message;
    this.preparing = null;
    this.status = "open";
    this.problem = "";
    this.isFresh = true;
    this.setPingTimer(PING_INTERVAL, this.checkConnection);
    const isLooking = [...this.pending.values()].some(({ request }) => request.type === "look");
    if (this.shownSeat !== null && !isLooking) void this.ask({ type: "look", seat: this.shownSeat });
    for (const { request } of this.pending.values()) this.send(request);
  }

  private onView(view: wire.View): void {
    const isSame = this.view?.seat === view.seat;
    const added = isSame ? newSteps(this.steps, view.steps_from, view.steps) : [];
    const known = this.steps.length;
    this.steps = stepsAfter(this.steps, view);
    this.history = [...this.history.slice(0, view.history_from), ...view.history];
    this.noteDrawn();
    if (!isSame) this.previousView = null;
    else if (this.view?.version !== view.version) this.previousView = this.view;
    this.view = view;
    // What cannot be stored, a request or that somebody enters, closes the connection each time: it is tried less and less often.
    if (this.pending.size === 0) this.attempts = 0;
    const continues = isSame && !this.isFresh && known + added.length === this.steps.length;
    this.addToRound({ view, before: this.previousView, steps: this.steps, newSteps: added, history: this.history }, continues);
    this.isFresh = false;
    this.preparing = null;
    for (const [id, { request, resolve }] of this.pending) {
      if (request.type === "look" && (request.seat ?? null) === view.seat) {
        this.pending.delete(id);
        resolve(view);
      }
    }
  }

  /** Remember what chance did, so that a later change is noticed. */
  private noteDrawn(): void {
    this.steps.forEach(({ actor, token }, step) => {
      if (actor === "chance" && token !== "?" && !this.drawn.has(step)) this.drawn.set(step, token);
    });
  }

  private addToRound(snapshot: Snapshot, continues: boolean): void {
    const mine = this.welcome?.yours ?? [];
    const last = this.round.at(-1);
    if (!last || !continues || snapshot.newSteps.some(({ actor }) => mine.includes(actor))) this.round = [snapshot];
    else if (snapshot.newSteps.length > 0) this.round = [...this.round, snapshot].slice(-MAX_ROUND);
    else this.round = [...this.round.slice(0, -1), { ...last, view: snapshot.view }]; // an offer, for instance
  }

  private onAnswer(message: Reply): void {
    const id = message.id ?? null;
    if (id === null) {
      if (this.status !== "open") this.fail((message as wire.Refused).sentence);
      return;
    }
    this.attempts = 0;
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.resolve(message);
  }

  private fail(error: string): void {
    this.error = error;
    this.close();
  }
}
