import { expansion } from "./expansion/face";
import type { GameView } from "./view";
import { ransom } from "./kings-ransom/face";
import { nobles } from "./nobles-and-peasants/face";
import { number } from "./siege-by-number/face";
import { master } from "./siege-master/face";

const VIEWS: Readonly<Record<string, GameView>> = {
  "siege-master": master,
  "kings-ransom": ransom,
  expansion,
  "siege-by-number": number,
  "nobles-and-peasants": nobles,
};

/** All games that the page can show, in the order of its home page. */
export const GAMES = Object.keys(VIEWS);

/** What the page knows of a game. */
export function viewOf(game: string): GameView {
  const face = VIEWS[game];
  if (!face) throw new Error(`This page has no board for the game ${game}.`);
  return face;
}
