// Which options fit together (R2).

/** `count` is for fortresses that are scattered or placed, as all are on a land with an even number. */
export function offered(
  chosen: Readonly<Record<string, string>>,
  fortresses: number | null,
): Readonly<Record<string, readonly string[]>> {
  if (fortresses !== null && fortresses % 2 === 0) return { fortresses: ["scattered", "placed"] };
  return chosen["fortresses"] === "map" ? { count: [] } : {};
}
