import type { OptionWords } from "../option-words";

export const optionWords: Readonly<Record<string, OptionWords>> = {
  setup: {
    name: "Who decides where your minions stand",
    meaning: "In secret you choose the place of each value. By chance you can start at once.",
    values: { secret: "each player, in secret", random: "chance" },
  },
  notes: {
    name: "Remembering values",
    meaning: "The page can keep in mind which values you have seen, or leave that to you.",
    values: { on: "the page shows what I have seen", off: "I remember them myself" },
    advanced: true,
  },
  board: {
    name: "Size of the board",
    meaning: "In tiles, across and up. A smaller board makes a shorter game.",
    values: { "3x3": "3 × 3, the whole game", "2x2": "2 × 2", "3x1": "3 × 1, the shortest" },
  },
  values: {
    name: "Minions",
    meaning: "The values that each player has. Fewer make a shorter game.",
    values: { "5432A0": "all six: 5, 4, 3, 2, ace and 0", "53A0": "four: 5, 3, ace and 0", "5A": "two: 5 and ace" },
    own: "Or write two or more of 5432A0, in this order.",
    invalid: "Minions: write two or more of 5432A0, in this order.",
  },
  quiet: {
    name: "End without combat",
    meaning: "The game ends after this many moves in a row without combat and without a capture.",
    advanced: true,
  },
};
