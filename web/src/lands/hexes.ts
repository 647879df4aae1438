// The hexes of a land's drawing, as its rows of text have them.

export interface Hex {
  readonly x: number; // column of the text
  readonly y: number; // row of the text
  readonly fortress: boolean;
}

const AROUND = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]] as const;

/** All hexes, row by row. */
export function hexesIn(rows: readonly string[]): Hex[] {
  return rows.flatMap((row, y) =>
    [...row].flatMap((sign, x) => (sign === "." || sign === "F" ? [{ x, y, fortress: sign === "F" }] : [])),
  );
}

/** The hexes that have water on a side. */
export function coastOf(hexes: readonly Hex[]): Hex[] {
  const land = new Set(hexes.map(({ x, y }) => `${x} ${y}`));
  return hexes.filter(({ x, y }) => AROUND.some(([dx, dy]) => !land.has(`${x + dx} ${y + dy}`)));
}
