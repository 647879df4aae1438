// The words for what a move would do; they are loaded after the table.

import { seatName } from "../../text";

const against = (attack: number, defence: string): string => `${attack} against ${defence}`;

export const previewWords = {
  against,
  unknown: "?",
  help: (most: number) => `up to ${most}`,
  flee: (tile: string) => `Your ${tile} leaves the game, and nobody scores it.`,
  reveal: (place: string) => `Your Spy turns up the tile on ${place} and leaves the game; nobody scores it.`,
  hidden: (sides: string) => `${sides}: the tile lies face down.`,
  mayHelp: "A tile beside it may help.",
  nobodyHelps: "No tile can help it.",
  bewareSpy: "If it is a Spy, your Archer is lost.",
  spyWins: "A Spy beats an Archer: your Archer would be captured.",
  lost: (sides: string, tile: string) => `${sides}: your ${tile} would be captured.`,
  king: (sides: string) => `${sides}: the King would be captured.`,
  won: (sides: string, tile: string) => `${sides}: the ${tile} would be captured.`,
  tie: (sides: string) => `${sides}: a tie, all of them leave the game, and nobody scores.`,
  open: (sides: string) => `${sides}, if a tile beside it helps.`,
  answered: (sides: string, isWon: boolean, hasHelper: boolean) =>
    `${sides}: ${isWon ? "you would capture the attacker" : `you would lose ${hasHelper ? "both tiles" : "the tile"}`}.`,
  ransom: (worth: number, seat: string) => `You pay ${worth} pips to ${seatName(seat)}, and the King leaves their tally.`,
  refuse: "You pay nothing and lose the game.",
};
