// What the server says of the games, as soon as it has said it.

import type * as wire from "../wire";
import { api } from "./api";

let games = $state.raw<readonly wire.GameInfo[]>([]);
let isAsked = false;

/** A game; null: the server has not answered yet. */
export function infoOf(game: string): wire.GameInfo | null {
  if (!isAsked) {
    isAsked = true;
    api.games().then((answer) => (games = answer.games), () => (isAsked = false));
  }
  return games.find(({ name }) => name === game) ?? null;
}

/** Whether to offer lessons or puzzles of a game: the built-in games have both, and links to them keep their places. */
export const offers = (game: string, what: "has_lessons" | "has_puzzles"): boolean => infoOf(game)?.[what] ?? true;
