// What moves would do, as the server tells it: each entry is about all moves that do the same.

import type * as wire from "../wire";

/** What each move would do, by its token. */
export type EffectsByToken = ReadonlyMap<string, wire.Effects>;

export const NO_EFFECTS: EffectsByToken = new Map();

export const effectsByToken = (all: readonly wire.Effects[]): EffectsByToken =>
  new Map(all.flatMap((one) => (one.tokens ?? []).map((token) => [token, one] as const)));
