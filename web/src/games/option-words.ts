// The options of games in the words of players: `option-words.ts` in a game's folder. Loaded with the page
// of new tables.

/** One option. What is left out is shown as the server names it. */
export interface OptionWords {
  readonly name: string;
  readonly meaning: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly own?: string; // how to write other values than `values`, if any text may be written
  readonly invalid?: string; // what is wrong with such a text; the default is what the server says
  readonly advanced?: boolean; // folded, since few people change it
}

const modules = import.meta.glob<Readonly<Record<string, OptionWords>>>("./*/option-words.ts", {
  eager: true, import: "optionWords",
});

/** The words for an option of a game; null: there are none. */
export const wordsOf = (game: string, option: string): OptionWords | null =>
  modules[`./${game}/option-words.ts`]?.[option] ?? null;

/** A name with a capital. */
export const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Options with other values than the default, in the words of players. */
export const optionsInWords = (game: string, options: Readonly<Record<string, string>>): string =>
  Object.entries(options)
    .map(([name, value]) => {
      const words = wordsOf(game, name);
      return `${words?.name ?? name}: ${words?.values?.[value] ?? value}`;
    })
    .join(" · ");
