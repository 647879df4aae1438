// What is said about the tiles of King’s Ransom (R1, R4, R5).

import type { OptionWords } from "game-api/explanations";
import { seatName } from "game-api/seats";
import { capital, counted, listed, possessive } from "game-api/wording";

/** What a tile of each kind does. */
export const KINDS: Readonly<Record<string, string>> = {
  archer: "Attacks in its column if its rank and the enemy’s add up to 6 or less. A Spy that it attacks conquers it.",
  king: "Never chosen: he neither attacks nor flees. A captured King must be bought back, or all is lost.",
  engineer: "Attacks in its column if its rank and the enemy’s add up to 4 or less.",
  cavalry: "Attacks in its column if its rank and the enemy’s add up to 3 or less.",
  infantry: "Attacks only from front rank to front rank: the ranks may add up to 2.",
  spy: "While it lies face down, it can turn up any hidden enemy tile and then leave. It conquers an Archer that attacks it.",
};

export const tileWords = {
  title: (kind: string, pips: number, seat: string | null, faceDown: boolean) =>
    `${seat ? `${possessive(seatName(seat))} ` : ""}${capital(kind)}, ${counted(pips, "pip")}${faceDown ? ", face down" : ""}`,
  hiddenTitle: (seat: string) => `Face-down tile of ${seatName(seat)}`,
  hidden: (seat: string) => `Only ${seatName(seat)} knows which tile this is.`,
  hiddenAmong: (counts: ReadonlyMap<string, number>) =>
    `It is one of these: ${listed([...counts].map(([kind, count]) => (count > 1 ? `${count} × ` : "") + capital(kind)))}.`,
  foundOut: "Found out: face up, it can no longer turn up a tile. It still conquers an Archer that attacks it.",
};

export const legendWords = {
  back: { name: "Face-down tile", explanation: "Only its owner knows which tile it is, until it is chosen, attacked or turned up by a Spy." },
  own: { name: "Your own, face down", explanation: "The folded corner says that only you see what it is." },
  battle: { name: "Battle", explanation: "More pips win, and the losers go into the winner’s tally. The defender may call one tile beside it and add its pips. In a tie, all of them leave and nobody scores." },
  lost: {
    name: "Tiles between the armies",
    explanation: "They have just left their armies. Those beside +2, or another number, were scored by the seat of the emblem; nobody scored one that is struck out. A small arrow: this tile moved when the ranks closed.",
  },
  turned: { name: "Thin ring on a tile", explanation: "It has just been turned up." },
};

export const optionWords: Readonly<Record<string, OptionWords>> = {
  setup: {
    name: "Who lays out the armies",
    meaning: "With chance, you can start at once. In secret, you decide where each tile stands.",
    values: { random: "chance", secret: "each player, in secret" },
  },
  columns: { name: "Columns", meaning: "How wide an army is. Only widths that the tiles fill are offered." },
  tiles: {
    name: "Tiles",
    meaning: "What each army consists of. Fewer tiles make a shorter game.",
    values: {
      full: "the whole army, 16 tiles",
      KAAECCIS: "half an army, 8 tiles",
      KECS: "King, Engineer, Cavalry and Spy",
    },
    own: "Or write the letters of tiles, in the order K A E C I S, such as KAECIS. A King must be among them.",
    invalid: "Tiles: write a K and other letters of KAAAEEECCCIIISSS, in this order, so that they fill whole ranks: 4, 6, 8, 9 or 12 tiles, for example.",
  },
};
