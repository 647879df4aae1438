// Positions that pages show as pictures: of a game, a lesson, or a table of mine. A picture that
// cannot be had is null: nothing depends on it.

import { loadView, picturesOf } from "../games/registry";
import { api, type Picture } from "../net/api";
import { offers } from "../net/game-info.svelte";
import { myTables } from "../net/my-tables.svelte";
import { afterPaint } from "../ui/after-paint";
import type * as wire from "../wire";

let last = Promise.resolve();

/** Wait until what was asked for before is painted. */
export function inTurn(): Promise<void> {
  last = last.then(() => new Promise((painted) => void afterPaint(painted)));
  return last;
}

export interface Position {
  readonly game: string;
  readonly board: wire.Board;
  readonly picture: Omit<Picture, "name">;
}

/** The picture of a game: the one that was chosen for it, or else where its first lesson begins. */
export async function ofGame(game: string): Promise<Position | null> {
  const answer = await picturesOf(game);
  const picture = answer?.pictures.find(({ name }) => name === "home");
  if (answer && picture) return { game, board: answer.board, picture };
  const first = offers(game, "has_lessons") ? (await api.lessons(game)).lessons[0] : undefined;
  return first ? ofLesson(game, first.name) : null;
}

/** Where a lesson begins. */
export async function ofLesson(game: string, lesson: string): Promise<Position | null> {
  const [{ board, scene, seat = null }] = await Promise.all([api.lesson(game, lesson, { moves: [] }), loadView(game)]);
  return board && scene ? { game, board, picture: { scene, seat, last: [], actor: "", token: "" } } : null;
}

/** How a table of mine looks now. */
export async function ofTable(table: string): Promise<Position | null> {
  const seats = myTables.all[table];
  if (!seats) return null;
  const [{ board, scene, changed, seat }] = await Promise.all([api.tablePosition({ table, keys: [...seats.keys] }), loadView(seats.game)]);
  return { game: seats.game, board, picture: { scene, seat, last: changed, actor: "", token: "" } };
}
