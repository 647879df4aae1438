// Which puzzles this browser's user has solved, how many in a row, and which they want to solve next.

import { readStored, writeStored } from "../net/storage";

const KEY = "siegeworks.puzzles";

/** Which puzzles of a game somebody wants to solve. */
export interface Choice {
  readonly grade: number;
  readonly theme: string; // empty: any
}

export interface Stored {
  readonly solved: Readonly<Record<string, readonly string[]>>; // names by game
  readonly missed: Readonly<Record<string, readonly string[]>>; // tried wrongly or shown, and not solved
  readonly choices: Readonly<Record<string, Choice>>; // by game
  readonly inARow: number; // solved by the first try, without help
  readonly best: number; // most in a row
}

const NOTHING: Stored = { solved: {}, missed: {}, choices: {}, inARow: 0, best: 0 };
const ANY: Choice = { grade: 1, theme: "" };

class Progress {
  private stored = $state.raw<Stored>(readStored(KEY, NOTHING));

  readonly inARow = $derived.by(() => this.stored.inARow);
  readonly best = $derived.by(() => this.stored.best);

  has(game: string, puzzle: string): boolean {
    return this.stored.solved[game]?.includes(puzzle) ?? false;
  }

  /** How many of these are solved. */
  solvedOf(game: string, puzzles: readonly { readonly name: string }[]): number {
    return puzzles.filter(({ name }) => this.has(game, name)).length;
  }

  count(game: string): number {
    return this.stored.solved[game]?.length ?? 0;
  }

  /** Whether no puzzle was solved or missed yet. */
  get isEmpty(): boolean {
    return [this.stored.solved, this.stored.missed].every((games) => Object.keys(games).length === 0);
  }

  choice(game: string): Choice {
    return this.stored.choices[game] ?? ANY;
  }

  choose(game: string, choice: Choice): void {
    this.keep({ choices: { ...this.stored.choices, [game]: choice } });
  }

  /** A puzzle was solved; one that was missed before does not count in the streak. */
  solve(game: string, puzzle: string): void {
    const { solved, missed } = this.stored;
    if (this.has(game, puzzle)) return;
    const inARow = this.stored.inARow + (missed[game]?.includes(puzzle) ? 0 : 1);
    this.keep({
      solved: add(solved, game, puzzle),
      missed: { ...missed, [game]: (missed[game] ?? []).filter((other) => other !== puzzle) },
      inARow, best: Math.max(this.stored.best, inARow),
    });
  }

  /** A try was wrong, or the solution was shown; with a puzzle that was solved before, that does not matter. */
  miss(game: string, puzzle: string): void {
    const { missed } = this.stored;
    if (this.has(game, puzzle) || missed[game]?.includes(puzzle)) return;
    this.keep({ missed: add(missed, game, puzzle), inARow: 0 });
  }

  /** All of it, for an account; `restore` puts it back. */
  get kept(): Stored {
    return this.stored;
  }

  restore(stored: Stored): void {
    this.keep(stored);
  }

  private keep(changed: Partial<Stored>): void {
    this.stored = { ...this.stored, ...changed };
    writeStored(KEY, this.stored);
  }
}

const add = (names: Stored["solved"], game: string, puzzle: string): Stored["solved"] => ({
  ...names, [game]: [...(names[game] ?? []), puzzle],
});

export const progress = new Progress();
