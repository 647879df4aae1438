// The words of King’s Ransom on the page.

import type { GameWords } from "game-api/view";

export const words: GameWords = {
  title: "King’s Ransom",
  sentence: "Two hidden armies in ranks. Attack, flee and spy; a captured King must be bought back.",
  buttons: { flee: "Flee", stand: "Stand alone", refuse: "Pay nothing" },
  finalScore: (score) => score, // "12 pips"
  trayItems: { lay: "a tile that is still to be laid out", pay: "a tile from your tally" },
};
