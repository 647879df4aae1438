// What a game draws of the turn that led to a position; loaded when a picture or a replay needs it.

import type { Consequences } from "../games/view";
import { viewOf } from "../games/views";

export const consequencesOf = async (game: string): Promise<Consequences> => (await viewOf(game).consequences?.()) ?? {};
