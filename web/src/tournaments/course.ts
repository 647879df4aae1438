// The course of a tournament as a table: a column for each round, or, where everybody plays everybody at tables of two, one for
// each opponent.

import type * as wire from "../wire";

type Place = Pick<wire.TournamentPlace, "place" | "number" | "name">;

export interface Result {
  readonly others: readonly Place[]; // none: sat out
  readonly points: number | null; // null: not over yet
}

export interface Course {
  readonly isCross: boolean; // columns are places, not rounds
  readonly columns: readonly number[];
  readonly rows: readonly { readonly of: Place; readonly results: readonly (Result | null)[] }[];
}

const MOST_COLUMNS = 30; // of more rounds the newest are shown
const MOST_CROSSED = 24; // players: more columns would show nothing at a glance

export function courseOf(line: Pick<wire.TournamentLine, "kind" | "seats">, places: readonly Place[], games: readonly wire.CourseGame[]): Course {
  const isCross = line.kind === "round-robin" && line.seats === 2 && places.length <= MOST_CROSSED;
  const byNumber = new Map(places.map((place) => [place.number, place]));
  const rounds = Math.max(0, ...games.map(({ round }) => round));
  const columns = isCross ? places.map(({ place }) => place) : Array.from({ length: rounds }, (_, i) => i + 1).slice(-MOST_COLUMNS);
  const results = new Map<string, Result>();
  for (const { round, entrants, points } of games) {
    entrants.forEach((number, seat) => {
      const others = entrants.filter((other) => other !== number).flatMap((other) => byNumber.get(other) ?? []);
      const column = isCross ? others[0]?.place : round;
      results.set(`${number} ${column}`, { others, points: points?.[seat] ?? null });
    });
  }
  const rows = places.map((of) => ({ of, results: columns.map((column) => results.get(`${of.number} ${column}`) ?? null) }));
  return { isCross, columns, rows };
}
