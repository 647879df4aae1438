// What to do next: continue a game, take a lesson, solve the puzzle of the day, or play a first game. This is
// worked out from what the browser keeps and what the server offers to everybody.

import { FIRST_GAME } from "../games/registry";
import { learned } from "../learn/courses.svelte";
import { api } from "../net/api";
import { myTables } from "../net/my-tables.svelte";
import { progress } from "../puzzles/progress.svelte";
import { puzzlesApi } from "../puzzles/puzzles";
import type * as wire from "../wire";
import type { MyGame, MyGames } from "./my-games.svelte";

export type NextStep =
  | { readonly to: "table"; readonly mine: MyGame; readonly turns: number } // at this many tables it is my turn
  | { readonly to: "lesson"; readonly game: string; readonly lesson: wire.LessonInfo; readonly number: number; readonly of: number }
  | { readonly to: "puzzle"; readonly game: string; readonly puzzle: string }
  | { readonly to: "first"; readonly game: string } // nothing was played, learned or solved here
  | { readonly to: "again"; readonly game: string }; // nothing waits

/** The lesson that follows those that were finished last; null: no course was left unfinished. */
export async function nextLesson(): Promise<NextStep | null> {
  for (const game of learned.games) {
    const { lessons } = await api.lessons(game).catch(() => ({ lessons: [] }));
    const at = lessons.findIndex(({ name }) => !learned.has(game, name));
    const lesson = lessons[at];
    if (lesson) return { to: "lesson", game, lesson, number: at + 1, of: lessons.length };
  }
  return null;
}

/** Today's puzzle; null: it is solved, or there is none. */
async function dailyPuzzle(): Promise<NextStep | null> {
  const { games, today } = await puzzlesApi.games();
  const puzzle = games.find(({ game }) => game === today)?.daily;
  return today && puzzle && !progress.has(today, puzzle) ? { to: "puzzle", game: today, puzzle } : null;
}

/** Whether this browser has never seen a game, a lesson or a puzzle. */
const isNewcomer = (): boolean => Object.keys(myTables.all).length === 0 && learned.games.length === 0 && progress.isEmpty;

/** The game that was opened last. */
export function latestGame(): string {
  const tables = Object.values(myTables.all).sort((a, b) => b.opened - a.opened);
  return tables[0]?.game ?? FIRST_GAME;
}

export class NextSteps {
  // Besides games; null: it is not known yet.
  private beside = $state.raw<NextStep | null>(isNewcomer() ? { to: "first", game: FIRST_GAME } : null);

  constructor(private readonly games: MyGames) {
    if (!this.beside) void this.look();
  }

  private async look(): Promise<void> {
    const step = (await nextLesson()) ?? (await dailyPuzzle().catch(() => null));
    this.beside = step ?? { to: "again", game: latestGame() };
  }

  /** null: it is not known yet. */
  readonly now = $derived.by<NextStep | null>(() => {
    const { all, turns, error } = this.games;
    const mine = all.find(({ kind }) => kind === "mine") ?? all.find(isAgainstBots);
    if (mine) return { to: "table", mine, turns };
    const unheard = all.find(({ kind }) => kind === "unheard");
    if (!unheard) return this.beside;
    return unheard.status || error ? { to: "table", mine: unheard, turns } : null;
  });
}

/** Whether I play against bots alone: it is my turn again in a moment. */
const isAgainstBots = ({ kind, status }: MyGame): boolean =>
  kind === "running" && (status?.seats ?? []).every(({ seat, who }) => who === "bot" || status?.yours?.includes(seat));
