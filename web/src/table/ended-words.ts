// The words of a game that is over: what a rated one changed, and the next one.

import { seatName } from "../game-api/seats";
import { listed } from "../game-api/wording";
import type * as wire from "../wire";

const REFUSALS: Readonly<Record<string, string>> = {
  guest: "somebody here has no account",
  "taken-back": "a move was taken back",
  program: "a program played for somebody",
  "two-seats": "one account had two seats",
  "unrated-bot": "the bots are not rated with these options",
  "never-moved": "a player resigned or ran out of time before their first move",
  "no-show": "a player did not turn up",
  damaged: "its table is damaged",
};

export const endedWords = {
  counting: "This game is rated. The new ratings will follow …",
  changed: (people: readonly wire.SeatPerson[]): string =>
    `Ratings: ${listed(people.map(({ name, points, change }) => `${name} ${points} (${(change ?? 0) < 0 ? "−" : "+"}${Math.abs(change ?? 0)})`))}.`,
  refused: (reason: string): string => `This game does not count: ${REFUSALS[reason] ?? "it was not played to the end by the rules"}.`,
  asked: (names: readonly string[]): string => `${listed([...names])} ${names.length > 1 ? "have" : "has"} been asked for a rematch. It begins once they accept.`,
  askedShort: "Rematch offered",
  offered: (seat: string): string => `${seatName(seat)} offers a rematch.`,
  rematch: "Rematch",
  toTournament: "Back to the tournament",
  level: "Level",
  replay: "Replay the game",
  accept: "Accept the rematch",
  toRematch: "Go to the rematch",
};
