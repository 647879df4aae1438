// What is shown: the position now, or what led to it, or an earlier one; and what is still told of it.

import { untrack } from "svelte";
import type { Happening } from "../game-api/aftermath";
import { changedCells, fullScene, type Scene } from "../game-api/scene";
import type { Battle, GameView } from "../game-api/view";
import { LookBack } from "../history/look-back.svelte";
import { Playback } from "../history/playback.svelte";
import { type EarlierTurn, earlierTurns, lastOwnTurn } from "../history/turns";
import type { MoveSelection } from "../moves/move-selection.svelte";
import { paceOf } from "../net/preferences.svelte";
import type { Session, Snapshot } from "../net/session.svelte";
import type * as wire from "../wire";

/** A position, and what led to it. */
export interface DisplayedPosition {
  readonly scene: Scene;
  readonly before: Scene | null;
  readonly steps: readonly wire.Step[]; // of the game up to it
  readonly changed: readonly string[]; // cells
}

/** A move in a position, shown in place of the position now. */
export interface Aside {
  readonly position: DisplayedPosition;
  readonly selection: MoveSelection; // of the move
  readonly label: string; // what is shown
}

interface TableNow {
  readonly welcome: wire.Welcome;
  readonly view: wire.View;
  readonly gameView: GameView;
}

export class Display {
  readonly lookBack: LookBack;
  readonly playback: Playback;
  aside = $state.raw<Aside | null>(null); // until the next click or key
  private earlier = $state.raw<{ readonly at: readonly wire.Step[]; readonly turns: readonly EarlierTurn[] } | null>(null);
  private seen = $state.raw<Snapshot | number | null>(null); // whose battle was seen

  /** To be made with a component: it follows the session until that is gone. */
  constructor(
    private readonly session: Session,
    private readonly table: () => TableNow,
  ) {
    this.lookBack = new LookBack(session);
    this.playback = new Playback(session, (snapshot) => this.battleIn(snapshot) !== null);
    $effect.pre(() => this.playback.follow(session.round));
    $effect.pre(() => {
      const now = session.view;
      untrack(() => now && this.lookBack.follow(now));
    });
    $effect(() => () => (this.playback.stop(), this.lookBack.stop()));
  }

  /** A scene of this table as it is drawn. */
  full(scene: wire.Scene): Scene;
  full(scene: wire.Scene | null | undefined): Scene | null;
  full(scene: wire.Scene | null | undefined): Scene | null {
    return scene ? fullScene(this.table().welcome.board, scene) : null;
  }

  /** The position now: moves are always played in it. */
  readonly now: DisplayedPosition = $derived.by(() => {
    const { view } = this.table();
    // Fighters may have left the board; the previous scene still has them.
    return { scene: this.full(view.scene), before: this.full(this.session.previousView?.scene), steps: this.session.steps, changed: view.changed };
  });

  /** Is the position now the one that is shown? */
  readonly isNow = $derived.by(() => !this.playback.isBehind && this.lookBack.at === null && !this.aside);

  readonly position: DisplayedPosition = $derived.by(() => {
    if (this.aside) return this.aside.position;
    const { at, scene, before } = this.lookBack;
    if (at !== null && scene) {
      const [now, was] = [this.full(scene), this.full(before)];
      const steps = this.session.steps.slice(0, at > 0 ? (this.session.history[at - 1]?.end ?? 0) : 0);
      return { scene: now, before: was, steps, changed: was ? changedCells(was, now) : [] };
    }
    const snapshot = this.playback.shown;
    if (this.isNow || !snapshot) return this.now;
    const { view, before: was, steps } = snapshot;
    return { scene: this.full(view.scene), before: this.full(was?.scene), steps, changed: view.changed };
  });

  /** What the board still tells: all since one's own last move, or the turn that is looked back at. */
  readonly happenings: readonly Happening[] = $derived.by(() => {
    const { at } = this.lookBack;
    if (this.aside) return [];
    if (at !== null) {
      const { steps, before, scene } = this.position;
      return [{ steps: this.lookBack.steps, all: steps, before, scene }];
    }
    const since = this.playback.past.map(({ newSteps, steps, before, view }) => ({
      steps: newSteps, all: steps, before: this.full(before?.scene), scene: this.full(view.scene),
    }));
    const known = this.earlier && this.earlier.at === this.session.round[0]?.steps ? this.earlier.turns : [];
    return [...known.map(({ steps, before, scene }) => ({ steps, before: this.full(before), scene: this.full(scene) })), ...since];
  });

  /** A page that is opened, or whose connection was lost, asks for the turns that it has not seen. */
  recall(): void {
    const first = this.session.round[0];
    if (!first || first.newSteps.length > 0) return;
    untrack(() => {
      const at = first.steps;
      if (this.earlier?.at === at) return;
      this.earlier = { at, turns: [] };
      const { yours, seats } = this.table().welcome;
      void earlierTurns(this.session, yours, seats.length).then((turns) => {
        if (this.earlier?.at === at) this.earlier = { at, turns };
      });
    });
  }

  /** The turn that is looked back at, or one's own last turn, with what came of it, and the turns since. */
  readonly told = $derived.by(() => {
    const { seats, yours } = this.table().welcome;
    const { at } = this.lookBack;
    const history = (this.isNow ? null : this.playback.shown?.history) ?? this.session.history;
    const last = at ?? history.length;
    const own = at === null ? lastOwnTurn(history.slice(0, -1), this.session.steps, yours) : at - 1;
    const from = Math.max(own, last - Math.max(2, seats.length), 0);
    return history.slice(from, last).map((turn, i) => ({ number: from + i, turn }));
  });

  private battleIn({ steps, before, view }: Snapshot): Battle | null {
    return this.table().gameView.battle?.(steps, this.full(before?.scene), this.full(view.scene)) ?? null;
  }

  private readonly occasion = $derived.by(() => this.lookBack.at ?? this.playback.shown);

  /** A battle stays in the middle until it has been seen: until the next click or key. */
  readonly battle = $derived.by(() => {
    if (this.occasion === this.seen) return null;
    const { steps, before, scene } = this.position;
    if (this.lookBack.at !== null) return this.table().gameView.battle?.(steps, before, scene) ?? null;
    return this.playback.shown && this.battleIn(this.playback.shown);
  });

  /** Any click or key skips what is being shown. */
  skip(): void {
    this.seen = this.occasion;
    this.aside = null;
    if (this.playback.isBehind) this.playback.skip();
  }

  /** Show the position after so many turns. */
  goTo(turns: number): void {
    this.playback.skip();
    this.lookBack.go(turns);
  }

  /** Show a position so many turns on, or back. */
  move(by: number): void {
    this.playback.skip();
    this.lookBack.move(by);
  }

  /** Show again what has happened since one's own last turn. */
  again(): void {
    const { history, steps, round } = this.session;
    if (round.length > 1) return this.playback.again();
    this.lookBack.play(1 + lastOwnTurn(history.slice(0, -1), steps, this.table().welcome.yours), paceOf() || 1000);
  }
}
