// Looking back: an earlier position in place of the one now, fetched when it is asked for.

import type { Session } from "../net/session.svelte";
import type * as wire from "../wire";

export class LookBack {
  private turns = $state<number | null>(null);
  private positions = $state.raw<ReadonlyMap<number, wire.EarlierPosition>>(new Map());
  private readonly fetching = new Set<number>();
  private seat: string | null = null;
  private known = $state(0); // turns there were when looking back began
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {}

  readonly total = $derived.by(() => this.session.history.length);

  /** How many turns led to the position shown; null: it is the one now. */
  readonly at = $derived.by(() => (this.turns === null || this.turns >= this.total ? null : this.turns));

  /** Turns since looking back began. */
  readonly newTurns = $derived.by(() => this.total - this.known);

  /** The position shown, and the one before it, as far as they have arrived. */
  readonly scene = $derived.by(() => this.positionAt(0)?.scene ?? null);
  readonly before = $derived.by(() => this.positionAt(-1)?.scene ?? null);
  /** The steps of the turn between them. */
  readonly steps = $derived.by(() => this.positionAt(0)?.steps ?? []);

  private positionAt(offset: number): wire.EarlierPosition | null {
    return this.at === null ? null : (this.positions.get(this.at + offset) ?? null);
  }

  /** Show the position after so many turns. */
  go(turns: number): void {
    clearTimeout(this.timer);
    if (this.at === null) this.known = this.total;
    this.turns = turns >= this.total ? null : Math.max(0, turns);
    if (this.turns === null) return;
    void this.fetch(this.turns);
    void this.fetch(this.turns - 1);
  }

  /** Show a position so many turns on, or back. */
  move(by: number): void {
    if (this.at !== null || by < 0) this.go((this.at ?? this.total) + by);
  }

  back(): void {
    this.go(this.total);
  }

  /** Show one position after another, from this one to the one now. */
  play(turns: number, pace: number): void {
    this.go(turns);
    if (this.at !== null) this.timer = setTimeout(() => this.play(turns + 1, pace), pace);
  }

  /** A new view: forget positions that may have been undone, and those of another seat. */
  follow(view: wire.View): void {
    const isOther = this.seat !== view.seat || (view.result ?? "*") !== "*";
    this.seat = view.seat;
    const kept = isOther ? -1 : view.history_from;
    this.positions = new Map([...this.positions].filter(([turns]) => turns <= kept));
    if (this.turns !== null) this.go(this.turns);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async fetch(turns: number): Promise<void> {
    if (turns < 0 || this.positions.has(turns) || this.fetching.has(turns)) return;
    this.fetching.add(turns);
    const seat = this.seat;
    const answer = await this.session.ask({ type: "look-back", turns });
    this.fetching.delete(turns);
    if (answer.type === "position" && seat === this.seat) this.positions = new Map(this.positions).set(turns, answer);
  }
}
