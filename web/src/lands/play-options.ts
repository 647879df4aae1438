// How a land is played: where its fortresses come from (R2).

export const FORTRESS_KINDS = ["map", "placed", "scattered"] as const;

export type FortressKind = (typeof FORTRESS_KINDS)[number];

export const USUAL_FORTRESSES = 15;

/** The options of a game with these fortresses. */
export function fortressOptions(kind: FortressKind, count: number): Record<string, string> {
  return kind === "map" ? {} : { fortresses: kind, count: String(count) };
}
