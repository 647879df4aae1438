// What the seats have left, as it runs down on this page. The server decides; the page tells it how long its player
// took: without the time in which the turns of others were still being shown.

import { untrack } from "svelte";
import type { Session } from "../net/session.svelte";

/** Milliseconds left from which the player is told. */
const TOLD = [30_000, 10_000];
const DAY = 86_400_000;
const TENTHS = 10_000; // below which tenths of a second are shown

/** What the clock must know of the table. */
interface Timed {
  readonly session: Pick<Session, "clocks" | "steps">;
  readonly playback: { readonly isBehind: boolean };
  readonly welcome: { readonly seats: readonly string[]; readonly yours: readonly string[] };
}

export class TableClock {
  private now = $state(performance.now());
  private thinksSince = $state(0); // when one's own turn came into sight
  private turn = ""; // the one that this is about
  private wasBehind = false; // the turns of others were still being shown
  private atStart = $state(0); // what one had left then

  constructor(private readonly table: Timed) {}

  /** Whose time runs. */
  readonly running = $derived.by(() => this.table.session.clocks?.message.running ?? null);
  private readonly isMine = $derived.by(() => this.running !== null && this.table.welcome.yours.includes(this.running));

  /** Milliseconds that a seat has left; null: there is no clock. */
  left(seat: string): number | null {
    const { clocks } = this.table.session;
    const left = clocks?.message.left[this.table.welcome.seats.indexOf(seat)];
    if (!clocks || left === undefined) return null;
    if (seat !== this.running) return left;
    return Math.max(0, this.isMine ? this.atStart - (this.now - this.thinksSince) : left - (this.now - clocks.at));
  }

  /** Days that a seat is still on vacation, in a game over days; 0: it is there. */
  daysAway(seat: string): number {
    return Math.ceil((this.table.session.clocks?.message.away?.[this.table.welcome.seats.indexOf(seat)] ?? 0) / DAY);
  }

  /** 30 or 10 seconds, once no more is left to the player; null: there is more. */
  readonly told = $derived.by(() => {
    const left = this.isMine && this.running ? this.left(this.running) : null;
    return left === null || left === 0 ? null : (TOLD.findLast((limit) => left <= limit) ?? null);
  });

  /** How long the player took for the move so far; null: no clock runs for it. */
  spent(): number | null {
    return this.isMine ? Math.max(0, Math.round(performance.now() - this.thinksSince)) : null;
  }

  /** Follow the table, in an effect. */
  follow(): void {
    const { session: { clocks, steps }, playback } = this.table;
    if (!clocks || !this.running) return;
    const { at, message } = clocks;
    const turn = `${this.running} ${steps.length}`;
    const isBehind = playback.isBehind;
    untrack(() => {
      const left = message.left[this.table.welcome.seats.indexOf(this.running ?? "")] ?? 0;
      this.now = performance.now();
      // Sent again within a turn, it says no more than is known here, unless the server was away.
      if (turn !== this.turn || left - (this.now - at) > (this.left(this.running ?? "") ?? 0)) {
        [this.turn, this.atStart, this.thinksSince] = [turn, left, at];
      }
      if (isBehind || this.wasBehind) this.thinksSince = Math.min(Math.max(this.now, at), at + (message.allowed ?? 0));
      this.wasBehind = isBehind;
    });
  }

  /** Let the time run on the page, in an effect. */
  tick(): (() => void) | undefined {
    const left = this.running && this.left(this.running);
    if (!left) return undefined;
    const wait = left > TENTHS ? (left - TENTHS) % 1000 + 1 : left % 100 + 1;
    const timer = setTimeout(() => {
      this.now = performance.now();
      if (this.table.playback.isBehind) this.follow();
    }, wait);
    return () => clearTimeout(timer);
  }
}
