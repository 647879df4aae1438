import type { OptionWords } from "../option-words";

export const optionWords: Readonly<Record<string, OptionWords>> = {
  seats: { name: "Players", meaning: "How many play, bots included." },
  corners: {
    name: "Homes",
    meaning: "Where the two of you begin.",
    values: { opposite: "across the board", adjacent: "side by side" },
  },
  notes: {
    name: "Remembering numbers",
    meaning: "The page can keep in mind what battles have shown, or leave that to you.",
    values: { on: "the page shows what was seen", off: "I remember it myself" },
    advanced: true,
  },
};
