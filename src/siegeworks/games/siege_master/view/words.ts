// The words of Siege Master on the page.

import type { GameWords } from "game-api/view";

export const words: GameWords = {
  title: "Siege Master",
  sentence: "Lay armies on a map. Where you leave no room for another, the fortresses fall to you.",
  buttons: { swap: "Swap sides" },
  finalScore: (score) => `${score} fortresses`,
};

export const tallyLabel = (red: number, blue: number, neutral: number, toPlace: number): string =>
  `Fortresses: Red ${red}, Blue ${blue}, neutral ${neutral}${toPlace > 0 ? `, ${toPlace} to be placed` : ""}`;
