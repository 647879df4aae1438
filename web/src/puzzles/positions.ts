// The positions of puzzles, shown as pictures.

import { loadView } from "../games/registry";
import type { Position } from "../pictures/positions";
import { chosen, nextPuzzle } from "./next-puzzle";
import { progress } from "./progress.svelte";
import { puzzlesApi } from "./puzzles-api";

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
