// Where the fortresses come from with which a map is played (R2), and random places for them.

import { inspect } from "./inspection.svelte";
import { cornerOf, type DrawnMap, type Ground, keyOf, spotNamed } from "./sea";

export const FORTRESS_KINDS = ["map", "placed", "scattered"] as const;

export type FortressKind = (typeof FORTRESS_KINDS)[number];

export const USUAL_FORTRESSES = 15;

/** The options of a game with these fortresses. */
export function fortressOptions(kind: FortressKind, count: number): Record<string, string> {
  return kind === "map" ? {} : { fortresses: kind, count: String(count) };
}

/** The map with this many fortresses in random places instead of its own; fewer, but an odd number, where
 *  no more fit. */
export async function scattered(name: string, map: DrawnMap, count: number): Promise<DrawnMap> {
  const corner = cornerOf(map);
  const added: string[] = [];
  const withFortresses = (keys: readonly string[]): DrawnMap =>
    new Map([...map.keys()].map((key): [string, Ground] => [key, keys.includes(key) ? "fortress" : "land"]));
  while (added.length < count) {
    const { report } = await inspect(name, withFortresses(added));
    const place = report.free[Math.floor(Math.random() * report.free.length)];
    const spot = place === undefined ? null : spotNamed(place, corner);
    if (!spot) break;
    added.push(keyOf(spot));
  }
  return withFortresses(added.length % 2 === 0 ? added.slice(0, -1) : added);
}
