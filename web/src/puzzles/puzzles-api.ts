// The server's puzzles. They are not in net/api.ts, which every page loads.

import { cached, get, post } from "../net/api";
import type * as wire from "../wire";

const path = (game: string, puzzle = ""): string =>
  `/api/games/${game}/puzzles${puzzle && `/${encodeURIComponent(puzzle)}`}`;

export const puzzlesApi = {
  games: (): Promise<wire.PuzzleGames> => get("/api/puzzles"),
  ofGame: (game: string): Promise<wire.Puzzles> => get(path(game)),
  puzzle: (game: string, puzzle: string): Promise<wire.Puzzle> => cached(path(game, puzzle)),
  try: (game: string, puzzle: string, tried: string): Promise<wire.PuzzleAnswer> => post(path(game, puzzle), { tried }),
  solution: (game: string, puzzle: string): Promise<wire.PuzzleAnswer> => post(path(game, puzzle), {}),
};
