// What has happened since one's own last move, for the games' Aftermath components: the newest turn is drawn
// strongest, and no more turns than there are seats.

import type * as wire from "../wire";
import type { Scene } from "./scene";

/** What one view added: the position before it, the steps, and the position that they led to. */
export interface Happening {
  readonly steps: readonly wire.Step[];
  readonly all?: readonly wire.Step[]; // of the game so far: an attack and its answer may come in two views
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

/** How strongly something is drawn. */
export interface Aged {
  readonly age: number; // turns since; 0: the newest
}

/** Give what the seats did, in order, its age; turns before the last round are left out. */
export function aged<T extends { readonly seat: string }>(done: readonly T[], seats: number): (T & Aged)[] {
  let age = 0;
  const found = done.toReversed().map((one, i, all) => {
    if (i > 0 && all[i - 1]?.seat !== one.seat) age += 1;
    return { ...one, age };
  });
  return found.filter((one) => one.age < seats).toReversed();
}
