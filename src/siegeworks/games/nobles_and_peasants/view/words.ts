// The words of Nobles and Peasants on the page.

import type { GameWords } from "game-api/view";

export const words: GameWords = {
  title: "Nobles and Peasants",
  sentence: "Take stones from the ends of one row and place them in view of your towers.",
  buttons: { pass: "Pass", back: "Take back to the hand", keep: "Leave the row" },
  finalScore: (score) => score, // "31 points"
  trayItems: { hand: "a tower from your hand", row: "an end stone of the row" },
};

export const rowText = {
  label: "The row of stones",
  left: "The left half of the row",
  right: "The right half of the row",
  counts: "In the row",
  place: (index: number, piece: string) => `place ${index}: ${piece}`,
};
