// The words of Expansion on the page.

import type { GameWords } from "game-api/view";

export const words: GameWords = {
  title: "Expansion",
  sentence: "Walk and jump with minions of secret value, and outnumber the enemy on the tiles.",
  buttons: { pass: "Pass" },
  finalScore: (score) => `${score.split(" ")[0] ?? score} tiles`, // "5 of 5"
};
