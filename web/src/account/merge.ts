// What an account keeps of a browser, and how that of two browsers becomes one: progress of both; of settings and
// maps what was changed last.

import type { KeptMap } from "../maps/kept";
import type { Stored as Puzzles } from "../puzzles/progress.svelte";

type Names = Readonly<Record<string, readonly string[]>>;

/** What a browser keeps for its user. */
export interface Kept {
  readonly puzzles: Puzzles;
  readonly lessons: Names; // by game
  readonly met: Readonly<Record<string, boolean>>; // games
  readonly maps: readonly KeptMap[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What one browser has, after what another has saved. `base`: what this one had when it saved last; null: never. */
export function merged(own: Kept, saved: Partial<Kept>, base: Kept | null): Kept {
  return {
    puzzles: mergedPuzzles(own.puzzles, saved.puzzles),
    lessons: union(own.lessons, saved.lessons ?? {}),
    met: { ...saved.met, ...own.met },
    maps: mergedMaps(own.maps, saved.maps ?? [], base?.maps ?? []),
    settings: mergedSettings(own.settings, saved.settings ?? {}, base?.settings ?? null),
  };
}

function mergedPuzzles(own: Puzzles, saved: Puzzles | undefined): Puzzles {
  if (!saved) return own;
  const solved = union(own.solved, saved.solved);
  const missed = Object.entries(union(own.missed, saved.missed)).map(([game, names]) =>
    [game, names.filter((name) => !solved[game]?.includes(name))] as const);
  return {
    solved,
    missed: Object.fromEntries(missed),
    choices: { ...saved.choices, ...own.choices },
    inARow: Math.max(own.inARow, saved.inARow),
    best: Math.max(own.best, saved.best),
  };
}

/** Names of both, in the order of the second. */
function union(own: Names, saved: Names): Names {
  const games = [...new Set([...Object.keys(saved), ...Object.keys(own)])];
  return Object.fromEntries(games.map((game) => [game, [...new Set([...(saved[game] ?? []), ...(own[game] ?? [])])]]));
}

/** Of each name the map that was changed last. One that was forgotten since stays forgotten. */
function mergedMaps(own: readonly KeptMap[], saved: readonly KeptMap[], base: readonly KeptMap[]): KeptMap[] {
  const isNew = (map: KeptMap, known: readonly KeptMap[]): boolean => {
    const before = known.find(({ name }) => name === map.name);
    return !before || before.changed < map.changed;
  };
  const has = (maps: readonly KeptMap[], { name }: KeptMap): boolean => maps.some((map) => map.name === name);
  const kept = [...own.filter((map) => has(saved, map) || isNew(map, base)), ...saved.filter((map) => has(own, map) || isNew(map, base))];
  const newest = kept.sort((a, b) => b.changed - a.changed);
  return newest.filter((map, i) => newest.findIndex(({ name }) => name === map.name) === i);
}

/** What was changed here since it was saved; else what was saved. */
function mergedSettings(own: Kept["settings"], saved: Kept["settings"], base: Kept["settings"] | null): Kept["settings"] {
  const isChanged = (name: string): boolean => base !== null && JSON.stringify(own[name]) !== JSON.stringify(base[name]);
  const names = [...new Set([...Object.keys(saved), ...Object.keys(own)])];
  return Object.fromEntries(names.map((name) => [name, isChanged(name) || !(name in saved) ? own[name] : saved[name]]));
}
