// What is said about the towers and stones of Nobles and Peasants (R2 to R7).

import type { OptionWords } from "game-api/explanations";
import { seatName } from "game-api/seats";
import { capital, inSentence, listed, possessive } from "game-api/wording";

export interface Role {
  readonly seat: string;
  readonly role: "noble" | "peasant" | "foreigner";
}

export const pieceWords = {
  tower: (seat: string) => `${possessive(seatName(seat))} tower`,
  scores: (noble: string, peasant: string) =>
    `A stone placed where it looks scores for ${seatName(noble)}: 4 if ${noble} (noble), 2 if ${peasant} (peasant), else 1 (R5).`,
  inHand: "In the hand it sees nothing. Place it on any empty circle (R4).",
  neutral: "Neutral tower",
  neutralLine: "It blocks the view, scores for nobody and never moves (R3).",
  stone: (color: string) => `${capital(color)} stone`,
  roles: (roles: readonly Role[]) => `${capital(listed(roles.map(({ seat, role }) => `${role === "foreigner" ? "a foreigner" : `the ${role}`} of ${inSentence(seat)}`)))} (R2).`,
  placed: "It scored when it was placed; stones never block the view (R5).",
  peasantOf: (seats: readonly string[]) => `At the end each of ${listed(seats.map((seat) => possessive(seatName(seat))))} towers that sees it adds 2 (R7).`,
  inRow: "Only the stones at the two ends of the row can be taken (R4).",
};

export const legendWords = {
  tower: {
    name: "Tower",
    explanation: "A crown around a stone of its owner’s noble colour. It looks along six lines as far as the next tower, and scores when a stone is placed in its sight: 4 for its noble, 2 for its peasant, 1 for a foreigner.",
  },
  neutral: "Neutral tower",
  stone: (color: string) => `${capital(color)} stone`,
  points: { name: "Lines with +1, +2 or +4", explanation: "While you hold a stone over a circle: what it would score there, in the colour of the seat that scores." },
  scored: {
    name: "Solid lines after a turn",
    explanation: "The stone with the thin ring has just scored along these lines. The number beside a tower is what the line scored; the badge with an emblem is the sum for that seat.",
  },
  looks: { name: "Dotted lines", explanation: "How far a new tower looks. A dashed circle: the tower has left this place." },
};

export const optionWords: Readonly<Record<string, OptionWords>> = {
  seats: { name: "Players", meaning: "How many play, bots included." },
  stones: { name: "Stones of each colour", meaning: "Fewer stones make a shorter game." },
  insert: {
    name: "Moving an end stone of the row",
    meaning: "What a tower must do before you may move a stone from an end of the row into it.",
    values: { move: "move a tower", any: "place, move or remove a tower" },
    advanced: true,
  },
};
