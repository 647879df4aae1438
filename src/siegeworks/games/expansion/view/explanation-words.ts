// What is said about the minions and tiles of Expansion (R3 to R7).

import type { OptionWords } from "game-api/explanations";
import { seatName } from "game-api/seats";
import { atStart, inSentence, listed, possessive } from "game-api/wording";

const FIGHT = "Beats every lower value. Against an equal value or an ace, both leave (R6).";

/** How a minion of a value fights. */
export const fights = (value: string): string =>
  value === "A" ? "Removes itself and every minion that it fights, whatever the value (R6)."
  : value === "0" ? "The lowest value: it loses every fight, except that another 0 or an ace leaves with it (R6)."
  : FIGHT;

const named = (value: string): string => (value === "A" ? "ace" : value === "0" ? "null (0)" : value === "" ? "minion" : `minion ${value}`);

export const minionWords = {
  title: (seat: string, value: string, faceDown: boolean) =>
    `${possessive(seatName(seat))} ${named(value)}${faceDown ? ", face down" : ""}`,
  hiddenTitle: (seat: string) => `Face-down minion of ${inSentence(seat)}`,
  hidden: "You cannot see its value.",
  hiddenAmong: (values: readonly string[]) =>
    values.length === 1 ? `Its value must be ${listed(values)}, the last not yet shown.`
    : `Its value is one of those not yet shown: ${listed(values)}.`,
  notPlaced: "Its value is still to be placed (R3).",
  onlyOwner: (seat: string) => `Only ${inSentence(seat)} know its value.`,
  move: "Walks one cell along its rank or file, or jumps over a neighbour in any direction (R5).",
  tileName: (name: string, isCentre: boolean) => `Tile ${name}${isCentre ? ", the centre" : ""}`,
  tile: (suns: number, moons: number, leader: string | null) =>
    `Suns ${suns}, Moons ${moons}. ` +
    (leader ? `${atStart(leader)} need one more here, or one enemy fewer, to capture it (R7).` : "Two more minions than the enemy capture it (R7)."),
  onTile: (tile: string) => `On ${tile.slice(0, 1).toLowerCase()}${tile.slice(1)}.`,
  capturedTitle: (name: string, owner: string) => `Tile ${name}, captured by ${inSentence(owner)}`,
  capturedLine: "A captured tile never changes hands, no matter who stands on it (R7).",
};

export const legendWords = {
  minion: { name: "Minion 5, 4, 3 or 2", explanation: `${minionWords.move} ${FIGHT}` },
  ace: "Ace (A)",
  null: "Null (0)",
  own: { name: "Dashed ring", explanation: "Face down: only its owner knows this value." },
  hidden: { name: "Emblem only", explanation: "Face down: you have not seen this value." },
  free: { name: "Free tile", explanation: "Four cells. Two more minions than the enemy capture it." },
  nearly: { name: "Two ticks, one filled", explanation: "This seat is one minion ahead. One more, or one enemy fewer, captures the tile." },
  centre: { name: "Centre tile", explanation: "Decides the game if both have captured the same number of tiles." },
  captured: { name: "Captured tile", explanation: "The border and the mark of its owner, for good, no matter who stands on it. In trays a captured tile is a square with its name." },
  walk: { name: "Line with a tip", explanation: "A minion has walked here." },
  jump: { name: "Arc over a dotted circle", explanation: "A minion has jumped over the one in the circle." },
  attack: { name: "Corner ticks and a piece struck out", explanation: "There was combat on this cell. The pale minions fell and left the game. Their values are shown." },
  taken: { name: "Thick border with an emblem", explanation: "This tile has just been captured." },
};

export const optionWords: Readonly<Record<string, OptionWords>> = {
  setup: {
    name: "Who decides where your minions stand",
    meaning: "In secret, you choose the place of each value. With chance, you can start at once.",
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
