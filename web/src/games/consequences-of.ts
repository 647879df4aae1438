// What a game draws of the turn that led to a position; loaded when a picture or a replay needs it.

import type { Consequences } from "../game-api/view";
import { loadAddition } from "../net/parts";
import { viewOf } from "./registry";

export async function consequencesOf(game: string): Promise<Consequences> {
  const load = viewOf(game).consequences;
  return load ? loadAddition(load) : {};
}
