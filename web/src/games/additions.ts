// What comes after a game's view, once it is needed: what turns did, and options in the words of players.

import type { Explanations } from "../game-api/explanations";
import type { Consequences } from "../game-api/view";
import { loadAddition } from "../net/parts";
import { viewOf } from "./registry";

export async function consequencesOf(game: string): Promise<Consequences> {
  const load = viewOf(game).consequences;
  return load ? loadAddition(load) : {};
}

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
