// What this browser keeps is saved in the account, and what others have saved is kept here; so are the tables.

import { learned } from "../learn/courses.svelte";
import { keptMaps, replaceMaps } from "../maps/kept";
import { ACCOUNT_KEY, accountName, signedIn } from "../net/account-name.svelte";
import { met, myTables } from "../net/my-tables.svelte";
import { chanceOf } from "../net/open-table";
import { preferences, savePreferences } from "../net/preferences.svelte";
import { readStored, writeStored } from "../net/storage";
import { progress } from "../puzzles/progress.svelte";
import { accountApi } from "./api";
import { type Kept, merged } from "./merge";

const MOST_NEW_TABLES = 20; // whose keys are asked for at once

interface Remembered {
  readonly name: string; // of the account; empty: signed out
  readonly base: Kept | null; // what was saved last
  readonly tables: readonly string[]; // that were here then: one that is missing now was forgotten here
}

const NOBODY: Remembered = { name: "", base: null, tables: [] };

/** Remember who is signed in; nobody: forget the tables that came with the account. */
export function rememberAccount(name: string): void {
  const before = readStored(ACCOUNT_KEY, NOBODY);
  writeStored(ACCOUNT_KEY, before.name === name ? before : { ...NOBODY, name });
  signedIn.name = name;
  if (name) return;
  for (const [table, seats] of Object.entries(myTables.all)) if (seats.isFurther) myTables.forget(table);
}

const remember = (change: Partial<Remembered>): void => writeStored(ACCOUNT_KEY, { ...readStored(ACCOUNT_KEY, NOBODY), ...change });

function keptHere(): Kept {
  const { notify: _, ...settings } = $state.snapshot(preferences); // each browser asks its user
  return { puzzles: progress.kept, lessons: learned.kept, met: met.kept, maps: keptMaps(), settings };
}

/** Save what is new here, and keep what is new there. */
export async function syncProgress(): Promise<void> {
  const { base } = readStored(ACCOUNT_KEY, NOBODY);
  const { document, version = 0 } = await accountApi.progress();
  const saved = JSON.parse(document) as Partial<Kept>;
  const own = keptHere();
  const both = merged(own, saved, base);
  if (JSON.stringify(both) !== JSON.stringify(saved)) await accountApi.saveProgress({ document: JSON.stringify(both), version });
  const all = merged(keptHere(), both, own); // what was done here while the answers were on their way is saved the next time
  progress.restore(all.puzzles);
  learned.restore(all.lessons);
  for (const game of Object.keys(all.met)) met.add(game);
  replaceMaps(all.maps);
  Object.assign(preferences, all.settings);
  savePreferences();
  remember({ base: both });
}

/** The seats of this browser become the account's, and those that it has elsewhere can be taken here. */
export async function syncTables(): Promise<void> {
  const before = readStored(ACCOUNT_KEY, NOBODY).tables;
  const known = Object.keys(myTables.all); // not those that are opened or joined while the answers are on their way
  const own = Object.entries(myTables.all).filter(([table, { keys }]) => keys.length > 0 && !before.includes(table));
  const claim = { tables: own.map(([table, { keys }]) => ({ table, keys: [...keys] })) };
  const { tables } = own.length > 0 ? await accountApi.claim(claim) : await accountApi.tables();
  const unknown = tables.filter(({ table }) => !(table in myTables.all) && !known.includes(table) && !before.includes(table)).slice(0, MOST_NEW_TABLES);
  for (const { table, game, title, opened, over = false } of unknown) {
    const mySeats = await accountApi.keys(table);
    const chance = over ? {} : chanceOf(mySeats); // what is shown after a game proves nothing
    myTables.remember(table, { game, title, keys: mySeats.yours.map(({ key }) => key), invitations: [], opened: opened * 1000, over, isFurther: true, ...chance });
  }
  const here = [...known, ...unknown.map(({ table }) => table)];
  remember({ tables: [...here, ...before.filter((table) => !here.includes(table) && tables.some((own) => own.table === table))] });
}

let running: Promise<unknown> = Promise.resolve();

export const syncState = $state({ problem: "" }); // why progress was not saved the last time

/** Both; what fails is done the next time. */
export function sync(): Promise<unknown> {
  running = running.then(async () => {
    if (!accountName()) return;
    const [, saved] = await Promise.allSettled([syncTables(), syncProgress()]);
    syncState.problem = saved.status === "rejected" ? (saved.reason as Error).message : "";
  });
  return running;
}

/** Sync now, and whenever the page is hidden or shown again. */
export function startSync(): void {
  void sync();
  document.addEventListener("visibilitychange", () => void sync());
}
