// Going through a lesson: the step that is shown, what was tried in it, and what was said to that.

import { api } from "../net/api";
import type * as wire from "../wire";

const TRIES_BEFORE_HELP = 2;
const WRONG_SHOWN = 1600; // milliseconds for which a wrong move stays on the board

export class LessonRun {
  step = $state.raw<wire.LessonStep | null>(null); // null: it is being loaded
  answer = $state.raw<wire.LessonAnswer | null>(null); // to the last try
  shown = $state.raw<wire.LessonAnswer | null>(null); // a wrong move, on the board for a moment
  error = $state("");
  private tries = $state(0); // wrong ones, in this step
  private moves: readonly string[] = []; // right ones, of the steps before
  private played = ""; // the right move of this step
  private isGoingOn = false; // the next step is asked for

  constructor(readonly game: string, readonly lesson: string) {
    void this.load();
  }

  /** Is the step done, or only to be read? */
  readonly canGoOn = $derived.by(() => this.step !== null && this.step.number > 0 && ((this.step.moves ?? []).length === 0 || this.answer?.is_right === true));

  /** Has the learner tried often enough to be shown the move? */
  readonly offersHelp = $derived.by(() => !this.canGoOn && this.tries >= TRIES_BEFORE_HELP);

  readonly isOver = $derived.by(() => this.step?.number === 0);

  /** What is on the board: the position, or the one after the last move. */
  readonly scene = $derived.by(() => (this.answer?.is_right ? this.answer : (this.shown ?? this.step))?.scene ?? null);
  readonly changed = $derived.by(() => (this.answer?.is_right ? this.answer : (this.shown ?? this.step))?.changed ?? []);

  /** Try a move; the sentence that answers it if it is wrong. */
  async try(token: string): Promise<string> {
    const answered = await this.ask(this.moves, token);
    this.answer = answered?.answer ?? null;
    if (!this.answer) return this.error;
    if (this.answer.is_right) this.played = token;
    else this.showWrong(this.answer);
    return this.answer.is_right ? "" : this.answer.sentence;
  }

  private showWrong(answer: wire.LessonAnswer): void {
    this.tries += 1;
    if (!answer.scene) return; // it is not legal
    this.shown = answer;
    setTimeout(() => {
      if (this.shown === answer) this.takeBack();
    }, WRONG_SHOWN);
  }

  /** Take the wrong move from the board again. */
  takeBack(): void {
    this.shown = null;
  }

  /** Go on to the next step, once, however often one clicks until it is there. */
  async next(): Promise<void> {
    if (this.isGoingOn) return;
    this.isGoingOn = true;
    await this.load([...this.moves, this.played]);
    this.isGoingOn = false;
  }

  private async load(moves: readonly string[] = []): Promise<void> {
    const step = await this.ask(moves);
    if (!step) return;
    this.moves = moves;
    this.played = "";
    this.answer = this.shown = null;
    this.tries = 0;
    this.step = step;
  }

  private async ask(moves: readonly string[], tried?: string): Promise<wire.LessonStep | null> {
    this.error = "";
    const request = { moves: [...moves], ...(tried === undefined ? {} : { tried }) };
    return api.lesson(this.game, this.lesson, request).catch((problem: Error) => {
      this.error = problem.message;
      return null;
    });
  }
}
