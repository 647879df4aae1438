// The words of Siege by Number on the page.

import { possessive, seatName } from "../../text";
import type { GameWords } from "../view";

export const words: GameWords = {
  title: "Siege by Number",
  sentence: "March by the dice, fight by hidden numbers, and lead your Commander into their home.",
  captions: {
    start: "The first Army stands at home, and the dice are cast.",
    moves: "Armies on the move; a number is shown once a battle has revealed it.",
  },
  buttons: { done: "End the turn", hold: "Hold, no attack", stay: "Stay and fight" },
  withoutValue: ["commander"],
  turnEnded: (seat) =>
    `${possessive(seatName(seat))} turn ended by itself: no die was left, or no piece that could still move (R7).`,
};

export const diceLabel = (seat: string): string => `${possessive(seatName(seat))} dice`;
