// Tiles that have moved or were turned up since one's own last move.

import type { Happening } from "game-api/aftermath";
import { byName } from "game-api/scene";

interface Origin {
  readonly from: string;
  readonly happening: number; // its number
}

/** Where the tiles that moved came from, by where they are now. */
export function origins(happenings: readonly Happening[]): ReadonlyMap<string, Origin> {
  const cameFrom = new Map<string, Origin>();
  for (const [happening, { steps }] of happenings.entries()) {
    for (const { effects } of steps) {
      const before = new Map(cameFrom);
      for (const { start, place } of effects?.slides ?? []) cameFrom.set(place, { from: before.get(start)?.from ?? start, happening });
    }
  }
  const now = happenings.at(-1)?.scene;
  return new Map([...cameFrom].filter(([place, { from }]) => from !== place && now && byName(now).get(place)?.piece));
}

/** The places of tiles that have been turned up. */
export function turnedUp(happenings: readonly Happening[]): string[] {
  const [first] = happenings;
  const now = happenings.at(-1)?.scene;
  if (!first || !now) return [];
  const from = origins(happenings);
  const were = byName(first.before ?? first.scene); // a page that was just opened knows nothing before
  return now.cells.flatMap(({ name, piece }) => {
    const was = were.get(from.get(name)?.from ?? name)?.piece;
    return piece && !piece.face_down && was?.face_down && was.seat === piece.seat ? name : [];
  });
}
