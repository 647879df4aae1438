// The words of Siege by Number on the page.

import { possessive, seatName } from "../../text";
import type { GameWords } from "../view";

export const words: GameWords = {
  title: "Siege by Number",
  sentence: "March by the dice, fight by hidden numbers, and lead your Commander into their home.",
  buttons: { done: "End the turn", hold: "Hold, no attack", stay: "Stay and fight" },
  withoutValue: ["commander"],
  turnEnded: (seat) =>
    `${possessive(seatName(seat))} turn ended by itself: no die was left, or no piece that could still move (R7).`,
};

export const diceLabel = (seat: string): string => `${possessive(seatName(seat))} dice`;
