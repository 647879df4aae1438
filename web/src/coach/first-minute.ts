// The first minute with a game: its first lesson, or a game against an easy bot with the coach on.

import { learned } from "../learn/courses.svelte";
import { api } from "../net/api";
import { navigate } from "../net/current-route.svelte";
import { met, myTables } from "../net/my-tables.svelte";
import { openAgainstBot } from "../net/open-table";
import { preferences, savePreferences } from "../net/preferences.svelte";
import type * as wire from "../wire";

const EASY = 1; // the level of the bots

/** Switch the coach on or off, for this table and all later ones. */
export function setCoach(isOn: boolean): void {
  preferences.coach = isOn;
  savePreferences();
}

/** The first lesson that is not finished; null: the game has none. */
export async function firstLesson(game: string): Promise<string | null> {
  const { lessons } = await api.lessons(game);
  return (lessons.find(({ name }) => !learned.has(game, name)) ?? lessons[0])?.name ?? null;
}

/** Open a game against an easy bot with the coach on. */
export async function tryGame(game: string, how: Pick<wire.NewTable, "options" | "map_rows"> = {}): Promise<void> {
  const table = await openAgainstBot(game, how, EASY);
  setCoach(true);
  met.add(game);
  navigate(`/table/${table}`);
}

/** From a table at which nothing was played yet: try the game there, or against an easier bot. */
export async function tryHere({ table, game, options, map_rows }: wire.Welcome, seats: readonly wire.SeatInfo[]): Promise<void> {
  if (seats.every(({ level = 0 }) => level <= EASY)) {
    setCoach(true);
    return met.add(game);
  }
  await tryGame(game, { options, ...(map_rows ? { map_rows } : {}) });
  myTables.forget(table);
}
