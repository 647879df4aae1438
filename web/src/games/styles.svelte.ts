// The styles of board and pieces that a user chose, drawn in place of the plain ones of a game's view.

import type { Style, Styles } from "../game-api/drawings";
import type { GameView } from "../game-api/view";
import { loadAddition } from "../net/parts";
import { preferences } from "../net/preferences.svelte";

/** A view that draws what was chosen, once it is loaded; every drawing of the game follows at once. */
export function styled(game: string, view: GameView): GameView {
  const { styles } = view;
  if (!styles) return view;
  let loaded = $state.raw<Styles | null>(null);
  let isAsked = false;
  const chosen = (part: keyof Styles): Partial<Style> => {
    const name = preferences.styles[game]?.[part];
    if (name && !isAsked) {
      isAsked = true;
      void loadAddition(styles).then((addition) => (loaded = addition));
    }
    return loaded?.[part]?.find((style) => style.name === name) ?? view;
  };
  return {
    ...view,
    get Ground() { return chosen("board").Ground ?? view.Ground; },
    get tones() { return chosen("board").tones ?? []; },
    get Piece() { return chosen("pieces").Piece ?? view.Piece; },
    get shapes() { return chosen("pieces").shapes ?? {}; },
  };
}
