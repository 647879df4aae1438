// The words of Siege by Number on the page.

import { seatName } from "game-api/seats";
import type { GameWords } from "game-api/view";
import { possessive } from "game-api/wording";

export const words: GameWords = {
  title: "Siege by Number",
  sentence: "March by the dice, fight by hidden numbers, and lead your Commander into their home.",
  buttons: { done: "End the turn", hold: "Hold, no attack", stay: "Stay and fight" },
  withoutValue: ["commander"],
  turnEnded: (seat) =>
    `${possessive(seatName(seat))} turn ended automatically: no die was left, or no piece could still move (R7).`,
};

export const diceLabel = (seat: string): string => `${possessive(seatName(seat))} dice`;
