// How ranks close (R6): where each tile came from, so that tiles can slide. If the result differs from
// the server's scene, nothing slides.

import type { Scene } from "game-api/scene";
import type * as wire from "game-api/wire";

type Column = string[]; // where each tile came from, from the front

const STEP = /^(\w\d)(?:~|[x?](\w\d))$/;
const CALL = /^\+(\w\d)$/;

/** The columns of an army after closing ranks (R6.1 to R6.4). */
export function closeRanks(columns: readonly Column[]): Column[] {
  const army = columns.map((column) => [...column]);
  for (;;) {
    const gap = nextGap(army);
    if (gap === null) return army;
    const rank = army[gap]?.length ?? 0;
    const [tile] = army[sourceOf(army, gap)]?.splice(rank, 1) ?? [];
    if (tile !== undefined) army[gap]?.push(tile);
  }
}

const isOuter = (army: readonly Column[], column: number): boolean => column === 0 || column === army.length - 1;

const beside = (army: readonly Column[], column: number): number[] =>
  [column - 1, column + 1].filter((other) => (army[other]?.length ?? 0) > (army[column]?.length ?? 0));

// The column that gets the next tile (R6.2).
function nextGap(army: readonly Column[]): number | null {
  const long = (column: number): number => army[column]?.length ?? 0;
  const all = army.map((_, column) => column);
  const needs = (column: number): boolean =>
    all.some((other) => long(other) >= long(column) + 2) ||
    (!isOuter(army, column) && all.some((other) => isOuter(army, other) && long(other) > long(column)));
  const gaps = all.filter((column) => needs(column) && beside(army, column).length > 0);
  const order = (column: number): number => long(column) * 2 + (isOuter(army, column) ? 1 : 0);
  return gaps.sort((a, b) => order(a) - order(b) || a - b)[0] ?? null;
}

// The column that gives it (R6.3).
function sourceOf(army: readonly Column[], gap: number): number {
  const long = (column: number): number => army[column]?.length ?? 0;
  const outer = (column: number): number => (isOuter(army, column) ? 0 : 1);
  return beside(army, gap).sort((a, b) => long(b) - long(a) || outer(a) - outer(b) || a - b)[0] ?? gap;
}

/** Where each tile that moved came from, after the last step. */
export function slides(steps: readonly wire.Step[], before: Scene | null, now: Scene): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taking = steps.findLast((step) => STEP.test(step.token));
  const [, from, at] = STEP.exec(taking?.token ?? "") ?? [];
  if (!before || !taking || !from) return found;
  const [, called] = CALL.exec(steps.at(-1)?.token ?? "") ?? [];
  const mine = taking.actor === "south" ? "S" : "N";
  for (const army of ["S", "N"]) {
    const involved = army === mine ? [from] : [called, at].filter((place) => place !== undefined);
    for (const [to, came] of moved(army, involved, before, now)) found.set(to, came);
  }
  return found;
}

function moved(army: string, involved: readonly string[], before: Scene, now: Scene): [string, string][] {
  const places = (scene: Scene): string[] =>
    scene.cells.flatMap(({ name, piece }) => (piece && name.startsWith(army) ? name : []));
  const gone = places(before).length - places(now).length;
  if (gone <= 0 || gone > involved.length) return [];
  const out = involved.slice(0, gone).map((place) => army + place);
  const letters = [...new Set(now.cells.map(({ name }) => name[1] ?? ""))].sort();
  const left = places(before).filter((name) => !out.includes(name));
  const columns = closeRanks(letters.map((letter) => left.filter((name) => name[1] === letter).sort()));
  const pairs = columns.flatMap((column, x) =>
    column.map((came, rank): [string, string] => [`${army}${letters[x]}${rank + 1}`, came]),
  );
  const same = pairs.map(([to]) => to).sort().join() === places(now).sort().join();
  return same ? pairs.filter(([to, came]) => to !== came) : [];
}
