// The puzzles of a game: the server's answers, which one comes next, and what it shows.

import { loadView } from "../games/registry";
import { cached, get, post } from "../net/api";
import type { Position } from "../pictures/positions";
import type * as wire from "../wire";
import { type Choice, progress } from "./progress.svelte";

const path = (game: string, puzzle = ""): string =>
  `/api/games/${game}/puzzles${puzzle && `/${encodeURIComponent(puzzle)}`}`;

export const puzzlesApi = {
  games: (): Promise<wire.PuzzleGames> => get("/api/puzzles"),
  ofGame: (game: string): Promise<wire.Puzzles> => get(path(game)),
  puzzle: (game: string, puzzle: string): Promise<wire.Puzzle> => cached(path(game, puzzle)),
  try: (game: string, puzzle: string, tried: string): Promise<wire.PuzzleAnswer> => post(path(game, puzzle), { tried }),
  solution: (game: string, puzzle: string): Promise<wire.PuzzleAnswer> => post(path(game, puzzle), {}),
};

/** The puzzles that somebody wants to solve. */
export function chosen(puzzles: readonly wire.PuzzleInfo[], { grade, theme }: Choice): readonly wire.PuzzleInfo[] {
  return puzzles.filter((puzzle) => puzzle.grade === grade && (theme === "" || puzzle.theme === theme));
}

/** The first puzzle after this one that is not solved, from the beginning again after the last; null: all are. */
export function nextPuzzle(
  puzzles: readonly wire.PuzzleInfo[], after: string, isSolved: (name: string) => boolean,
): wire.PuzzleInfo | null {
  const at = puzzles.findIndex(({ name }) => name === after) + 1;
  return [...puzzles.slice(at), ...puzzles.slice(0, at)].find(({ name }) => name !== after && !isSolved(name)) ?? null;
}

/** What a puzzle shows to its solver. */
export async function ofPuzzle(game: string, puzzle: string): Promise<Position> {
  const [{ board, position, seat }] = await Promise.all([puzzlesApi.puzzle(game, puzzle), loadView(game)]);
  const { actor, token } = position.steps?.at(-1) ?? { actor: "", token: "" };
  return { game, board, picture: { scene: position.scene, seat, last: position.changed, actor, token } };
}

/** The puzzle of a game that comes next, of those that its solver wants. */
export async function ofNextPuzzle(game: string): Promise<Position | null> {
  const { puzzles } = await puzzlesApi.ofGame(game);
  const wanted = chosen(puzzles, progress.choice(game));
  const next = nextPuzzle(wanted, "", (name) => progress.has(game, name)) ?? wanted[0] ?? puzzles[0];
  return next ? ofPuzzle(game, next.name) : null;
}
