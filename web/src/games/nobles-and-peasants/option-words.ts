import type { OptionWords } from "../option-words";

export const optionWords: Readonly<Record<string, OptionWords>> = {
  seats: { name: "Players", meaning: "How many play, bots included." },
  stones: { name: "Stones of each colour", meaning: "Fewer stones make a shorter game." },
  insert: {
    name: "Moving an end stone of the row",
    meaning: "What a tower must do before you may move a stone from an end of the row into it.",
    values: { move: "move a tower", any: "place, move or remove a tower" },
    advanced: true,
  },
};
