// What happened since one's own last move, shown step by step. Only what is shown waits: moves are always
// played in the position as it is now.

import { paceOf } from "../net/preferences.svelte";
import type { Session, Snapshot } from "../net/session.svelte";
import type * as wire from "../wire";

const WITHIN_TURN = 0.5; // of the time that the end of a turn is shown
const OWN_MOVE = 0.4;
const BATTLE = 2.2;

export class Playback {
  private index = $state(0); // in the session's round
  private first: Snapshot | null = null; // of the round
  private shownAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session, private readonly hasBattle: (snapshot: Snapshot) => boolean) {}

  /** What is shown. */
  readonly shown = $derived.by(() => this.session.round[Math.min(this.index, this.session.round.length - 1)] ?? null);

  /** The snapshots up to the one shown. */
  readonly past = $derived.by(() => this.session.round.slice(0, this.index + 1));

  /** Is something shown that is no longer so? */
  readonly isBehind = $derived.by(() => this.index < this.session.round.length - 1);

  /** The session has a new snapshot. */
  follow(round: readonly Snapshot[]): void {
    if (round[0] !== this.first) {
      this.first = round[0] ?? null;
      this.show(0);
    }
    this.schedule();
  }

  /** Show the position as it is now. */
  skip(): void {
    this.show(this.session.round.length - 1);
  }

  /** Show the last round again, as far as it is still known. */
  again(): void {
    const { round, steps, history } = this.session;
    this.session.round = round.map((snapshot) => recalled(snapshot, steps, history));
    this.first = this.session.round[0] ?? null;
    this.show(0);
    this.schedule();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private show(index: number): void {
    this.stop();
    this.timer = undefined;
    this.index = Math.max(0, index);
    this.shownAt = performance.now();
  }

  private schedule(): void {
    const { round } = this.session;
    const snapshot = round[this.index];
    const next = round[this.index + 1];
    if (!snapshot || !next || this.timer) return;
    const pace = document.hidden ? 0 : paceOf();
    if (pace === 0) return this.skip();
    const wait = this.hold(snapshot, next) * pace - (performance.now() - this.shownAt);
    const advance = (): void => {
      this.show(this.index + 1);
      this.schedule();
    };
    if (wait <= 0) advance();
    else this.timer = setTimeout(advance, wait);
  }

  private hold(snapshot: Snapshot, next: Snapshot): number {
    if (this.hasBattle(snapshot)) return BATTLE;
    if (snapshot === this.first) return OWN_MOVE;
    return snapshot.history.length === next.history.length ? WITHIN_TURN : 1;
  }
}

/** A snapshot without what has been hidden again since: without notes, battles show values for one turn only.
 *  Its last turn may then be told to its end. */
function recalled(snapshot: Snapshot, now: readonly wire.Step[], history: readonly wire.Turn[]): Snapshot {
  const steps = now.slice(0, snapshot.steps.length);
  const isSame = steps.every(({ token, shown = "" }, i) => snapshot.steps[i]?.token === token && (snapshot.steps[i]?.shown ?? "") === shown);
  if (isSame) return snapshot;
  const newSteps = steps.slice(steps.length - snapshot.newSteps.length);
  return { ...snapshot, steps, newSteps, history: snapshot.history.map((turn, i) => history[i] ?? turn) };
}
