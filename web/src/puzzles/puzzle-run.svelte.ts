// Solving one puzzle: what was tried, what came of it, and which position of that is looked at.

import type * as wire from "../wire";
import { progress } from "./progress.svelte";
import { puzzlesApi } from "./puzzles";

export class PuzzleRun {
  puzzle = $state.raw<wire.Puzzle | null>(null); // null: it is being loaded
  answer = $state.raw<wire.PuzzleAnswer | null>(null); // to the last legal try, or the solution
  at = $state(0); // how many turns of the answer's line led to the position shown
  error = $state("");

  constructor(readonly game: string, readonly name: string) {
    void this.load();
  }

  readonly isOver = $derived.by(() => !!this.answer?.solution); // solved, or shown
  readonly isWrong = $derived.by(() => this.answer !== null && !this.isOver);
  readonly line = $derived.by(() => this.answer?.line ?? []);

  /** The position shown, and the one before it. */
  readonly position = $derived.by(() => this.positionAt(this.at));
  readonly before = $derived.by(() => (this.at > 0 ? (this.positionAt(this.at - 1)?.scene ?? null) : (this.puzzle?.before ?? null)));

  private positionAt(at: number): wire.PuzzlePosition | null {
    return (at > 0 ? this.line[at - 1] : this.puzzle?.position) ?? null;
  }

  /** The line as turns of a history. */
  readonly history = $derived.by<wire.Turn[]>(() => {
    let end = 0;
    return this.line.map(({ seat = null, sentence = "", steps = [] }) => ({ seat, sentence, end: (end += steps.length) }));
  });
  readonly steps = $derived.by(() => this.line.flatMap(({ steps = [] }) => steps));

  async load(): Promise<void> {
    this.puzzle = (await this.ask(() => puzzlesApi.puzzle(this.game, this.name))) ?? this.puzzle;
  }

  /** Try a move; why it cannot be played, empty if it can. */
  async try(token: string): Promise<string> {
    const answer = await this.ask(() => puzzlesApi.try(this.game, this.name, token));
    if (!answer) return this.error;
    if (!answer.line?.length) return answer.sentence ?? ""; // it is illegal
    if (answer.is_right) progress.solve(this.game, this.name);
    else progress.miss(this.game, this.name);
    this.show(answer);
    return "";
  }

  /** Give up: show the solution. */
  async showSolution(): Promise<void> {
    const answer = await this.ask(() => puzzlesApi.solution(this.game, this.name));
    if (!answer) return;
    progress.miss(this.game, this.name);
    this.show(answer);
  }

  /** Back to the position of the puzzle. */
  again(): void {
    this.answer = null;
    this.at = 0;
  }

  goTo(turns: number): void {
    this.at = Math.max(0, Math.min(turns, this.line.length));
  }

  private show(answer: wire.PuzzleAnswer): void {
    this.answer = answer;
    this.at = 1;
  }

  private async ask<T>(question: () => Promise<T>): Promise<T | null> {
    this.error = "";
    try {
      return await question();
    } catch (problem) {
      this.error = (problem as Error).message;
      return null;
    }
  }
}
