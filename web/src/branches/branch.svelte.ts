// A branch of a finished game: the server plays its steps, and searches what it is worth.

import { post } from "../net/api";
import { BackgroundJob } from "../net/background-job.svelte";
import type * as wire from "../wire";

const BRANCHES = "/api/branches";
const RECORD = `${BRANCHES}/record`;
const SEARCHES = `${BRANCHES}/search`;

/** Where a branch leaves the game. */
export interface Fork {
  readonly record: string;
  readonly step: number; // after this many steps of the game
  readonly moves: readonly string[]; // the first ones of the branch
}

/** What may be done at a position of the branch. */
type Choice = Pick<wire.Branch, "to_act" | "legal" | "effects">;

export class BranchRun {
  steps = $state.raw<readonly wire.Step[]>([]);
  positions = $state.raw<readonly wire.Position[]>([]); // one more than steps, once loaded
  history = $state.raw<readonly wire.Turn[]>([]);
  firstTurn = $state(0); // so many turns came before the first of `history`
  ending = $state("");
  at = $state(0); // the steps that led to the position shown
  error = $state("");
  private choices = $state.raw<ReadonlyMap<number, Choice>>(new Map()); // by number of steps
  private searched = $state(""); // the moves whose search is under way or done
  private readonly search = new BackgroundJob<wire.BranchSearch>(SEARCHES);

  constructor(private readonly fork: Fork) {}

  readonly position = $derived.by(() => this.positions[this.at] ?? null);
  readonly choice = $derived.by<Choice>(() => this.choices.get(this.at) ?? { to_act: null, legal: [], effects: [] });
  readonly isAtEnd = $derived.by(() => this.at === this.steps.length);

  /** Turns of the game and the branch before the position shown; one that its seat has not ended does not count. */
  readonly turns = $derived.by(() => {
    const steps = this.fork.step + this.at;
    return this.firstTurn + this.history.filter(({ end, seat }) => end < steps || (end === steps && seat !== this.choice.to_act)).length;
  });

  private readonly moves = $derived.by(() => this.steps.slice(0, this.at).map(({ token }) => token));

  /** What the search found at the position shown; null: nothing yet. */
  readonly found = $derived.by(() => (this.searched === this.moves.join(" ") ? (this.search.progress?.found ?? null) : null));
  readonly isSearching = $derived.by(() => this.search.isRunning && this.searched === this.moves.join(" "));
  readonly searchError = $derived.by(() => this.search.error || (this.search.progress?.state === "failed" ? this.search.progress.sentence : ""));

  /** Load the branch, and show the position after its first step. */
  async open(): Promise<void> {
    if (await this.load(this.fork.moves)) await this.show(Math.min(1, this.fork.moves.length));
  }

  /** Play moves from the position shown; what followed it before is forgotten. The sentence that refuses them, or "". */
  async play(tokens: readonly string[]): Promise<string> {
    if (!(await this.load([...this.moves, ...tokens], this.at + 1))) return this.error;
    await this.show(this.steps.length);
    return "";
  }

  /** Show the position after this many steps. */
  async show(at: number): Promise<void> {
    this.at = Math.max(0, Math.min(at, this.steps.length));
    const next = this.steps[this.at];
    if (!this.choices.has(this.at) && next?.actor !== "chance") await this.loadChoice(this.at);
    if (next?.actor !== "chance") void this.searchHere();
  }

  /** Search the position shown. */
  async searchHere(): Promise<void> {
    const moves = this.moves;
    if (this.searched === moves.join(" ") && (this.search.isRunning || this.search.progress?.found)) return;
    this.searched = moves.join(" ");
    const { record, step } = this.fork;
    await this.search.start(async () => (await post<wire.AnalysisStarted>(SEARCHES, { record, step, moves })).analysis);
  }

  /** The game up to the end of the branch, as a record; null: see `error`. */
  async record(): Promise<string | null> {
    const moves = this.steps.map(({ token }) => token);
    return (await this.ask<wire.BranchRecord>(RECORD, { moves }))?.record ?? null;
  }

  stopSearch(): void {
    this.search.stop();
  }

  private async load(moves: readonly string[], known = 0): Promise<boolean> {
    const answer = await this.ask<wire.Branch>(BRANCHES, { moves, known });
    if (!answer) return false;
    this.positions = [...this.positions.slice(0, known), ...answer.positions];
    this.steps = answer.steps;
    this.history = answer.history;
    this.firstTurn = answer.first_turn;
    this.ending = answer.ending ?? "";
    const kept = [...this.choices].filter(([at]) => at < known);
    this.choices = new Map([...kept, [answer.steps.length, answer]]);
    return true;
  }

  private async loadChoice(at: number): Promise<void> {
    const moves = this.steps.slice(0, at).map(({ token }) => token);
    const answer = await this.ask<wire.Branch>(BRANCHES, { moves, known: at + 1 });
    if (answer?.steps.length !== at) return;
    this.choices = new Map([...this.choices, [at, answer]]);
  }

  private async ask<T>(path: string, about: { moves: readonly string[]; known?: number }): Promise<T | null> {
    this.error = "";
    const { record, step } = this.fork;
    return post<T>(path, { record, step, ...about }).catch((problem: Error) => {
      this.error = problem.message;
      return null;
    });
  }
}
