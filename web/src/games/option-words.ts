// The options of games in the words of players, which come with what else explains a game.

import type { Explanations } from "../game-api/explanations";
import { viewOf } from "./registry";

type AllOptionWords = Explanations["optionWords"];

/** The words for the options of a game; none if they cannot be loaded: then options are named as the server does. */
export const loadOptionWords = (game: string): Promise<AllOptionWords> =>
  viewOf(game).explanations().then(({ optionWords }) => optionWords, () => ({}));

/** Options with other values than the default, in these words. */
export const inWords = (words: AllOptionWords, options: Readonly<Record<string, string>>): string =>
  Object.entries(options).map(([name, value]) => `${words[name]?.name ?? name}: ${words[name]?.values?.[value] ?? value}`).join(" · ");

/** The same, once the words are loaded. */
export const optionsInWords = async (game: string, options: Readonly<Record<string, string>>): Promise<string> =>
  Object.keys(options).length > 0 ? inWords(await loadOptionWords(game), options) : "";
