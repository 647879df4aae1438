// The state of a table, without the page: what the server says, what of it is shown, the move that is being made, and
// what is open. Components draw it and call its methods; tests need no browser.

import { untrack } from "svelte";
import { battleOf, type Happening } from "../game-api/aftermath";
import type { Pick } from "../game-api/grammar";
import { layoutOf } from "../game-api/layout";
import { changedCells, fullScene, type Scene } from "../game-api/scene";
import { type Arrangement, type Consequences, type GameView, hasSides, scoreOf, turnsOf } from "../game-api/view";
import { viewOf } from "../games/registry";
import { LookBack } from "../history/look-back.svelte";
import { Playback } from "../history/playback.svelte";
import { type EarlierTurn, earlierTurns, lastOwnTurn } from "../history/turns";
import type { Inspection } from "../moves/inspection.svelte";
import { type BoardState, MoveInput } from "../moves/move-input.svelte";
import { type EffectsByToken, type MoveSelection, NO_EFFECTS } from "../moves/move-selection.svelte";
import type { Previews } from "../moves/previews.svelte";
import { get } from "../net/api";
import { paceOf } from "../net/preferences.svelte";
import type { Session, Snapshot } from "../net/session.svelte";
import { text } from "../text";
import type * as wire from "../wire";
import { TableClock } from "./table-clock.svelte";

/** A position, and what led to it. */
export interface DisplayedPosition {
  readonly scene: Scene;
  readonly before: Scene | null;
  readonly steps: readonly wire.Step[]; // of the game up to it, or of the turn that is looked back at
  readonly changed: readonly string[]; // cells
}

/** A move in a position, shown in place of the position now. */
interface Aside {
  readonly position: DisplayedPosition;
  readonly selection: MoveSelection; // of the move
  readonly label: string; // what is shown
}

export class TableState implements BoardState {
  readonly input = new MoveInput(this); // the move that is being made: what is picked, dragged and refused
  readonly lookBack: LookBack; // earlier positions in place of the one now
  readonly playback: Playback; // what happened since one's own last move, shown step by step
  readonly clock = new TableClock(this); // what the seats have left, where there is a clock
  // Null until they are loaded:
  consequences = $state.raw<Consequences | null>(null); // what moves do, on the board and in words
  previews = $state.raw<Previews | null>(null); // what one's moves would do
  inspection = $state.raw<Inspection | null>(null); // says what pieces are
  people = $state.raw<wire.TablePeople | null>(null); // the accounts that play here, and whether it is rated

  asked = $state.raw<readonly string[]>([]); // whom one has asked for a rematch
  flips = $state(0); // how often the board was flipped
  dialog = $state<"legend" | "share" | "map" | "dice" | "vacation" | "plan" | null>(null); // that is open
  aside = $state.raw<Aside | null>(null); // a move of the coach, until the next click or key
  /** The turns before the page was opened, and the steps that they end with. */
  private earlier = $state.raw<{ readonly at: readonly wire.Step[]; readonly turns: readonly EarlierTurn[] } | null>(null);
  private seen = $state.raw<Snapshot | number | null>(null); // whose battle was seen

  /** Of a session that has its welcome and a view; made with a component, it follows the session until that is gone. */
  constructor(readonly session: Session) {
    this.lookBack = new LookBack(session);
    this.playback = new Playback(session, ({ steps }) => battleOf(steps) !== null);
    $effect.pre(() => this.playback.follow(session.round));
    $effect.pre(() => {
      const now = session.view;
      untrack(() => now && this.lookBack.follow(now));
    });
    $effect.pre(() => this.clock.follow());
    $effect(() => this.clock.tick());
    $effect(() => () => (this.playback.stop(), this.lookBack.stop()));
  }

  // The game and its seats ------------------------------------------------------------------------

  /** What stays the same as long as the table is open. */
  get welcome(): wire.Welcome {
    return this.session.welcome as wire.Welcome;
  }

  /** What the server said last of the game. */
  get view(): wire.View {
    return this.session.view as wire.View;
  }

  get seats(): readonly string[] {
    return this.welcome.seats;
  }

  /** Who plays the seats, as far as it is known. */
  get seatInfos(): readonly wire.SeatInfo[] {
    return this.session.presence?.seats ?? [];
  }

  /** How the game is drawn and its moves are picked. */
  readonly gameView: GameView = $derived.by(() => viewOf(this.welcome.game));
  /** The seats that this device may act for, of those whose secrets are shown. */
  readonly mine: readonly string[] = $derived.by(() => (this.welcome.secrets && this.view.seat ? [this.view.seat] : this.welcome.yours));
  readonly result = $derived.by(() => this.view.result ?? "*");
  readonly isOver = $derived.by(() => this.result !== "*");
  readonly winners: readonly string[] = $derived.by(() => (!this.isOver || this.result === "draw" ? [] : this.result.split("+")));
  /** Against bots alone there may be a coach, or the offer of an introduction; not in a rated game. */
  readonly isAlone = $derived.by(() => !this.isOver && !this.welcome.rated && this.welcome.yours.length === 1 && this.seatInfos.length > 0
    && this.seatInfos.every(({ seat, who }) => who === "bot" || this.welcome.yours.includes(seat)));
  readonly scores: Readonly<Record<string, string>> = $derived.by(() =>
    Object.fromEntries(this.seats.map((seat) => [seat, scoreOf(this.gameView, this.position.scene, seat)])));
  /** Who won and why; the score too, unless somebody resigned. */
  readonly ending = $derived.by(() => {
    const winner = this.winners.length === 1 ? this.winners[0] : undefined;
    const isPlayedOut = this.session.steps.at(-1)?.actor !== "table";
    const score = winner && isPlayedOut ? (this.gameView.words.finalScore?.(scoreOf(this.gameView, this.scene, winner)) ?? "") : "";
    return text.ended.sentence(this.view.ending ?? "", this.winners, this.welcome.yours, score);
  });
  /** That a turn ended by itself. */
  readonly outcome = $derived.by(() => {
    const ended = this.gameView.automaticTurnEnd?.(this.session.steps) ?? null;
    return ended ? (this.gameView.words.turnEnded?.(ended) ?? "") : "";
  });

  /** Ask for the accounts that play here. */
  async refreshPeople(): Promise<void> {
    this.people = await get<wire.TablePeople>(`/api/tables/${this.welcome.table}/people`);
  }

  // How the board lies ----------------------------------------------------------------------------

  /** The seats from the lower edge on: one's own, and the others as they follow. Who flips the board sees it from the
   *  next seat, or from the other side if seats have no sides. */
  readonly order: readonly string[] = $derived.by(() => {
    const own = this.view.seat ?? this.mine[0] ?? this.seats[0] ?? "";
    const isTurned = hasSides(this.gameView) || this.seats.length === 2;
    const first = this.seats.indexOf(own) + (isTurned ? this.flips % this.seats.length : 0);
    return this.seats.map((_, i) => this.seats[(first + i) % this.seats.length] ?? "");
  });
  /** The quarters that the board is turned by. */
  readonly turns = $derived.by(() => (hasSides(this.gameView) ? turnsOf(this.gameView, this.order[0] ?? "", this.scene) : 2 * (this.flips % 2)));
  readonly layout = $derived.by(() => layoutOf(this.scene, this.turns));

  // The move --------------------------------------------------------------------------------------

  get scene(): Scene {
    return this.now.scene;
  }

  spent(): number | null {
    return this.clock.spent();
  }

  effects(version: number): EffectsByToken {
    return this.previews?.at(version) ?? NO_EFFECTS;
  }

  /** How pieces are arranged before the first move, if it is time for that. */
  readonly setup = $derived.by(() => {
    const isDue = !this.isOver && this.lookBack.at === null && this.gameView.setup?.isDue(this.scene, this.input.selection.legal);
    return isDue ? (this.gameView.setup ?? null) : null;
  });
  readonly arrangement: Arrangement | null = $derived.by(() => this.setup && this.input.arrangement);
  /** What to do now, in a sentence; empty: nothing. */
  readonly task = $derived.by(() => this.input.arrangement?.task ?? (this.input.myTurn && this.isNow && !this.isOver ? this.scene.task : ""));

  /** Something of the position now is picked. */
  pick(chosen: Pick): void {
    this.skip();
    if (this.lookBack.at !== null) this.input.message = text.history.lookingBack;
    else this.input.pick(chosen);
  }

  /** How far pieces reach in the position now. */
  async askReaches(): Promise<readonly wire.Reach[]> {
    const answer = await this.session.ask({ type: "look-back", turns: this.session.history.length });
    return answer.type === "position" ? (answer.scene.reaches ?? []) : [];
  }

  // What is shown ---------------------------------------------------------------------------------

  /** A scene of this table as it is drawn. */
  full(scene: wire.Scene): Scene;
  full(scene: wire.Scene | null | undefined): Scene | null;
  full(scene: wire.Scene | null | undefined): Scene | null {
    return scene ? fullScene(this.welcome.board, scene) : null;
  }

  /** The position now: moves are always played in it. */
  readonly now: DisplayedPosition = $derived.by(() => {
    // Fighters may have left the board; the previous scene still has them.
    const { previousView, steps } = this.session;
    return { scene: this.full(this.view.scene), before: this.full(previousView?.scene), steps, changed: this.view.changed };
  });

  /** Whether the position now is the one that is shown. */
  readonly isNow = $derived.by(() => !this.playback.isBehind && this.lookBack.at === null && !this.aside);

  /** The position that is shown. */
  readonly position: DisplayedPosition = $derived.by(() => {
    if (this.aside) return this.aside.position;
    const { at, scene, before } = this.lookBack;
    if (at !== null && scene) {
      const [now, was] = [this.full(scene), this.full(before)];
      return { scene: now, before: was, steps: this.lookBack.steps, changed: was ? changedCells(was, now) : [] };
    }
    const snapshot = this.playback.shown;
    if (this.isNow || !snapshot) return this.now;
    const { view, before: was, steps } = snapshot;
    return { scene: this.full(view.scene), before: this.full(was?.scene), steps, changed: view.changed };
  });

  /** Which earlier position is shown, in words; empty: none. */
  readonly lookingBack = $derived.by(() => {
    const { at, total, newTurns } = this.lookBack;
    return at === null ? (this.aside?.label ?? "") : text.history.lookingAt(at, total, newTurns);
  });

  /** The trays beside the board. */
  readonly trays = $derived.by(() => this.position.scene.trays.filter(({ title }) => !this.gameView.hiddenTrays?.includes(title)));

  /** What the board still tells: all since one's own last move, or the turn that is looked back at. */
  readonly happenings: readonly Happening[] = $derived.by(() => {
    const { at } = this.lookBack;
    if (this.aside) return [];
    if (at !== null) {
      const { steps, before, scene } = this.position;
      return [{ steps, before, scene }];
    }
    const since = this.playback.past.map(({ newSteps, before, view }) => ({
      steps: newSteps, before: this.full(before?.scene), scene: this.full(view.scene),
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
      const { yours, seats } = this.welcome;
      void earlierTurns(this.session, yours, seats.length).then((turns) => {
        if (this.earlier?.at === at) this.earlier = { at, turns };
      });
    });
  }

  /** The turn that is looked back at, or one's own last turn, with what came of it, and the turns since. */
  readonly told = $derived.by(() => {
    const { seats, yours } = this.welcome;
    const { at } = this.lookBack;
    const history = (this.isNow ? null : this.playback.shown?.history) ?? this.session.history;
    const last = at ?? history.length;
    const own = at === null ? lastOwnTurn(history.slice(0, -1), this.session.steps, yours) : at - 1;
    const from = Math.max(own, last - Math.max(2, seats.length), 0);
    return history.slice(from, last).map((turn, i) => ({ number: from + i, turn }));
  });

  private readonly occasion = $derived.by(() => this.lookBack.at ?? this.playback.shown);

  /** A battle stays in the middle until it has been seen: until the next click or key. */
  readonly battle = $derived.by(() => {
    if (this.occasion === this.seen) return null;
    return battleOf(this.lookBack.at === null ? (this.playback.shown?.steps ?? []) : this.lookBack.steps);
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
    this.lookBack.play(1 + lastOwnTurn(history.slice(0, -1), steps, this.welcome.yours), paceOf() || 1000);
  }

  /** The account that has a seat. */
  personAt(seat: string): wire.SeatPerson | null {
    return this.people?.people.find((person) => this.welcome.seats[person.seat] === seat) ?? null;
  }
}
