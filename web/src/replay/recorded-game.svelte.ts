// A recorded game: its turns, and its positions, which are loaded in pages as they are needed.

import { fullScene, type Scene } from "../game-api/scene";
import { loadView } from "../games/registry";
import { api } from "../net/api";
import { MAX_POSITIONS, type Position, type Replay, type Step } from "../wire";

export class RecordedGame {
  error = $state(""); // why a position could not be loaded
  private positions = $state.raw<ReadonlyMap<number, Position>>(new Map());
  private readonly pages = new Map<number, Promise<void>>();

  private constructor(readonly record: string, readonly replay: Replay) {
    this.add(replay);
    this.pages.set(0, Promise.resolve());
  }

  /** Check a record, and load the view of its game.
   *  @throws Error what is wrong with the record. */
  static async open(record: string): Promise<RecordedGame> {
    const replay = await api.replay({ record });
    await loadView(replay.game);
    return new RecordedGame(record, replay);
  }

  /** After how many steps chance has dealt: then a seat acts, or resigns at once. */
  get opening(): number {
    return Math.max(0, this.replay.steps.findIndex(({ actor }) => actor !== "chance"));
  }

  /** The first seat that no bot had, as far as the record says; otherwise the first one. */
  get person(): string {
    const { seats, notes } = this.replay;
    const bots = [...(notes["players"] ?? "").matchAll(/(\S+)=level:/g)].map(([, seat]) => seat);
    return seats.find((seat) => !bots.includes(seat)) ?? seats[0] ?? "";
  }

  /** The position after this many steps; null until it is loaded. */
  position(step: number): Position | null {
    return this.positions.get(step) ?? null;
  }

  scene(step: number): Scene | null {
    const position = this.positions.get(step);
    return position ? fullScene(this.replay.board, position.scene) : null;
  }

  /** Load what is needed to show the position after this many steps, and the turn that led to it. */
  async load(step: number): Promise<void> {
    this.error = "";
    const pages = [step, this.startOf(this.turnOf(step))].map((steps) => this.page(Math.floor(steps / MAX_POSITIONS) * MAX_POSITIONS));
    await Promise.all(pages).catch((problem: Error) => {
      this.error = problem.message;
      throw problem;
    });
  }

  /** How many turns there were after this many steps, an unfinished one included. */
  turnOf(step: number): number {
    return step === 0 ? 0 : this.replay.history.findIndex(({ end }) => end >= step) + 1;
  }

  /** How many steps were taken when so many turns were over. */
  endOf(turns: number): number {
    const { history } = this.replay;
    return history[Math.min(turns, history.length) - 1]?.end ?? 0;
  }

  /** How many steps were taken before a turn; the first is 1. */
  startOf(turn: number): number {
    return this.endOf(turn - 1);
  }

  /** The steps of the turn up to this one. */
  stepsOfTurn(step: number): readonly Step[] {
    return this.replay.steps.slice(this.startOf(this.turnOf(step)), step);
  }

  private page(start: number): Promise<void> {
    const page = this.pages.get(start) ?? api.replay({ record: this.record, start }).then((answer) => this.add(answer));
    this.pages.set(start, page);
    page.catch(() => this.pages.delete(start));
    return page;
  }

  private add({ start, positions }: Replay): void {
    this.positions = new Map([...this.positions, ...positions.map((position, i) => [start + i, position] as const)]);
  }
}
