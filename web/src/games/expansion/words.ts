// The words of Expansion on the page.

import type { GameWords } from "../view";

export const words: GameWords = {
  title: "Expansion",
  sentence: "Walk and jump with minions of secret value, and outnumber the enemy on the tiles.",
  captions: {
    start: "The Suns have placed their values; they cannot see those of the Moons.",
    capture: "Captured tiles bear their owner’s mark; two ticks mark a tile that needs one more minion.",
  },
  buttons: { pass: "Pass" },
  finalScore: (score) => `${score.split(" ")[0] ?? score} tiles`, // "5 of 5"
};
