// What a game draws of the turn that led to a position; loaded when a picture or a replay needs it.

import type { Consequences } from "../games/view";
import { viewOf } from "../games/views";
import { loadAddition } from "../net/parts";

export async function consequencesOf(game: string): Promise<Consequences> {
  const load = viewOf(game).consequences;
  return load ? loadAddition(load) : {};
}
