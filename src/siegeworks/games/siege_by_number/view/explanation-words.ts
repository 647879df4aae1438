// What is said about the pieces, dice and Home Bases of Siege by Number (R3 to R10).

import type { OptionWords } from "game-api/explanations";
import { seatName } from "game-api/seats";
import { counted, inSentence, listed, possessive } from "game-api/wording";

/** The values of Armies and dice, from the weakest up; the index of one is how many steps a die of that value carries a piece. */
export const VALUES = [..."0A2345"];

/** How an Army of a value fights another (R8): null beats 5, else the higher value wins. */
export function fights(value: string): string {
  const at = VALUES.indexOf(value);
  const beats = VALUES.filter((_, other) => (Math.abs(at - other) === 5 ? at === 0 : at > other));
  const loses = VALUES.filter((_, other) => (Math.abs(at - other) === 5 ? at !== 0 : at < other));
  const commander = at < 2 ? " It defeats a Commander that it attacks (R9)." : "";
  return `Beats ${listed(beats)}, and loses to ${listed(loses)} (R8).${commander}`;
}

const VALUE_NAMES: Readonly<Record<string, string>> = { "0": "null (0)", A: "ace (A)" };

export const pieceWords = {
  army: (seat: string, value: string, faceDown: boolean) =>
    `${possessive(seatName(seat))} Army, ${value === "?" ? "value not shown" : (VALUE_NAMES[value] ?? `value ${value}`)}${faceDown ? ", face down" : ""}`,
  commander: (seat: string) => `${possessive(seatName(seat))} Commander`,
  armyWalks: "Walks over empty spaces, as far as one die says (R7).",
  commanderWalks: "Walks like an Army, and also over Armies of its own side. On an empty enemy Home Base it wins the game (R7, R10).",
  commanderFights: "Never attacks. Only a null or an ace defeats it (R9).",
  unknown: "Nobody knows its value, not even its owner, until a battle shows it (R3).",
  die: (value: string) => `Die, ${VALUE_NAMES[value] ?? value}`,
  dieCarries: (steps: number) =>
    steps > 0 ? `Lets one piece walk up to ${counted(steps, "step")} (R6).` : "Moves no piece: it only lets an Army stay and fight (R7).",
  spent: "Spent.",
  home: (seat: string) => `Home Base of ${inSentence(seat)}`,
  homeLine: (seat: string, coins: number) =>
    `If no piece is here at the start of ${possessive(inSentence(seat))} turn, ` +
    (coins > 0 ? `an Army comes from their stack of ${counted(coins, "coin")} (R5).` : "their Commander comes, if he is off the board (R5)."),
  homeWins: "An enemy Commander that ends a move here while it is empty wins (R10).",
};

export const legendWords = {
  army: { name: "Army, value not shown", explanation: `A coin whose value nobody knows, not even its owner, until a battle shows it. ${pieceWords.armyWalks}` },
  shown: { name: "Army with a number", explanation: "A battle has shown its value. A dashed ring: it lies face down again. The higher value wins; null (0) beats 5." },
  commander: "Commander",
  die: { name: "Die", explanation: "Each die lets one piece walk up to that many steps. Null (0) moves no piece, but lets an Army stay and fight; A is 1." },
  spent: { name: "Spent die", explanation: "Dashed and empty: it has been used this turn." },
  home: { name: "Home Base with its stack", explanation: "If no piece is here when its owner’s turn begins, the top coin comes on; the Commander comes last. An enemy Commander that enters it while it is empty wins." },
  steps: { name: "Number in a frame", explanation: "After you choose a piece: how many steps it is to that space. The dotted line is the way." },
  way: { name: "Line with dots and a die", explanation: "The way of a piece, step by step, from the dashed circle. The die at its end is the one it spent." },
  fight: { name: "Cross and a piece struck out", explanation: "A battle, in the colour of the attacker. The pale piece lost it and went under its stack. If none is struck out, both stayed." },
};

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
