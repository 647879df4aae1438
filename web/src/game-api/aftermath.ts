// What has happened since one's own last move, for the games' Aftermath components: the newest turn is drawn
// strongest, and no more turns than there are seats.

import type * as wire from "../wire";
import type { Scene } from "./scene";

/** What one view added: the position before it, the steps, and the position that they led to. */
export interface Happening {
  readonly steps: readonly wire.Step[];
  readonly before: Scene | null;
  readonly scene: Scene;
}

/** What a step has done, and whose turn it was. */
export interface Done {
  readonly seat: string;
  readonly token: string;
  readonly effects: wire.Effects;
}

/** What the steps have done, in order. What chance does belongs to the seat that acted before it. */
export function doneIn(happenings: readonly Happening[]): Done[] {
  let seat = "";
  return happenings.flatMap(({ steps }) => steps.flatMap(({ actor, token, effects }) => {
    if (actor !== "chance") seat = actor;
    return effects ? [{ seat, token, effects }] : [];
  }));
}

/** The battle that the last action has brought about, with what chance showed of it; null: there was none, or nothing of
 *  it may be shown any more. */
export function battleOf(steps: readonly wire.Step[]): wire.Battle | null {
  const acted = Math.max(0, steps.findLastIndex(({ actor }) => actor !== "chance"));
  const battle = steps.slice(acted).findLast(({ effects }) => effects?.battle)?.effects?.battle;
  const isKnown = battle && (battle.outcome || [battle.attacker, battle.defender].some(({ text }) => text !== "?"));
  return isKnown ? battle : null;
}

/** Where the pieces came from that the last step moved indirectly, by where they are now. */
export function slidesOf(steps: readonly wire.Step[]): ReadonlyMap<string, string> {
  return new Map(steps.at(-1)?.effects?.slides?.map(({ start, place }) => [place, start]));
}

/** Give what the seats did, in order, its age: the turns since, 0 for the newest. Turns before the last round are left out. */
export function aged<T extends { readonly seat: string }>(done: readonly T[], seats: number): (T & { readonly age: number })[] {
  let age = 0;
  const events = done.toReversed().map((event, i, all) => {
    if (i > 0 && all[i - 1]?.seat !== event.seat) age += 1;
    return { ...event, age };
  });
  return events.filter((event) => event.age < seats).toReversed();
}
