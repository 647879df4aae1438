// Which options fit together (R11).

const MOST_RANKS = 4;
const COLUMNS = ["4", "3", "2"];

/** The whole army has four columns; fewer tiles fill one to four ranks of as many columns as fit. */
export function offered(chosen: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const tiles = chosen["tiles"] ?? "full";
  if (tiles === "full") return { columns: [] };
  const fitting = COLUMNS.filter((columns) => tiles.length % Number(columns) === 0 && tiles.length <= MOST_RANKS * Number(columns));
  return fitting.length > 0 ? { columns: fitting } : {}; // the server says what is wrong with the tiles
}
