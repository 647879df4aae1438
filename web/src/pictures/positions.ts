// Positions that pages show as pictures: of a game, a lesson, a puzzle, or a table of mine. A picture that
// cannot be had is null: nothing depends on it.

import { loadView, picturesOf } from "../games/views";
import { api, type Picture } from "../net/api";
import { offers } from "../net/game-info.svelte";
import { myTables } from "../net/my-tables.svelte";
import { chosen, nextPuzzle } from "../puzzles/next-puzzle";
import { progress } from "../puzzles/progress.svelte";
import { puzzlesApi } from "../puzzles/puzzles-api";
import type * as wire from "../wire";

export interface Position {
  readonly game: string;
  readonly board: wire.Board;
  readonly picture: Omit<Picture, "name">;
}

/** The picture of a game: the one that was chosen for it, or else where its first lesson begins, or a puzzle. */
export async function ofGame(game: string): Promise<Position | null> {
  const found = await picturesOf(game);
  const picture = found?.pictures.find(({ name }) => name === "home");
  if (found && picture) return { game, board: found.board, picture };
  const first = offers(game, "has_lessons") ? (await api.lessons(game)).lessons[0] : undefined;
  if (first) return ofLesson(game, first.name);
  return offers(game, "has_puzzles") ? ofNextPuzzle(game) : null;
}

/** Where a lesson begins. */
export async function ofLesson(game: string, lesson: string): Promise<Position | null> {
  const [{ board, scene, seat = null }] = await Promise.all([api.lesson(game, lesson, { moves: [] }), loadView(game)]);
  return board && scene ? { game, board, picture: { scene, seat, last: [], actor: "", token: "" } } : null;
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

/** How a table of mine looks now. */
export async function ofTable(table: string): Promise<Position | null> {
  const seats = myTables.all[table];
  if (!seats) return null;
  const [{ board, scene, changed, seat }] = await Promise.all([api.tablePosition({ table, tokens: [...seats.tokens] }), loadView(seats.game)]);
  return { game: seats.game, board, picture: { scene, seat, last: changed, actor: "", token: "" } };
}
