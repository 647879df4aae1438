// Which puzzle comes next.

import type * as wire from "../wire";
import type { Choice } from "./progress.svelte";

/** The puzzles that somebody wants to solve. */
export function chosen(puzzles: readonly wire.PuzzleInfo[], { grade, theme }: Choice): readonly wire.PuzzleInfo[] {
  return puzzles.filter((one) => one.grade === grade && (theme === "" || one.theme === theme));
}

/** The first puzzle after this one that is not solved, from the beginning again after the last; null: all are. */
export function nextPuzzle(
  puzzles: readonly wire.PuzzleInfo[], after: string, isSolved: (name: string) => boolean,
): wire.PuzzleInfo | null {
  const at = puzzles.findIndex(({ name }) => name === after) + 1;
  return [...puzzles.slice(at), ...puzzles.slice(0, at)].find(({ name }) => name !== after && !isSolved(name)) ?? null;
}
