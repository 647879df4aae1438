// The words of ratings: lists of the best, and the ratings of one account.

import type { Pace } from "../ui/clock-choice";
import { clockWords } from "../ui/words";

export const words = {
  title: "Ratings",
  lead: "How strong people are in each game, next to the eight levels of bots.",
  explained: "In nine cases out of ten, the true strength is within the number after ±. A player is listed once that number is 150 or less.",
  choose: "Game",
  pace: "Pace",
  paceName: (pace: string): string => clockWords.paces[pace as Pace],
  people: "People",
  levels: "Levels of bots",
  levelsLead: "For an even game, choose one with about your own rating.",
  nobody: "Nobody is listed yet. Rated games need a clock and people with an account.",
  notMeasured: "The levels of bots are not rated in this game.",
  columns: { place: "Place", name: "Name", rating: "Rating", games: "Games", level: "Level" },
  rating: (points: number, uncertainty: number): string => `${points} ± ${uncertainty}`,
  levelRating: (points: number, uncertainty: number, isEstimated: boolean): string =>
    words.rating(points, uncertainty) + (isEstimated ? ", estimated" : ""),
  graph: {
    summary: (games: number, first: string, last: string) => `${games} games: from ${first} to ${last}.`,
    table: "As a table",
    date: "After the game of",
  },
  none: "No rated games yet.",
  unsettled: "not listed yet",
  game: "Game",
  rated: "Rated",
  ratedShort: "rated",
  range: (lowest: number, highest: number): string => `For ratings from ${lowest} to ${highest}`,
  within: "Who may take an open seat",
  anybody: "Anybody with an account",
  near: (points: number): string => `Ratings within ${points} of mine`,
  ratedHelp: "The game counts if everybody at the table has an account. Nobody can undo or get hints. It is listed in the lobby, and anybody can watch.",
  ratedTable: "This game is rated. It counts if you are signed in when you take the seat.",
  signIn: "Sign in or create an account",
  watch: "Games to watch",
  watchLead: "Rated games in progress, the strongest first.",
  turns: (turns: number): string => (turns === 1 ? "1 turn played" : `${turns} turns played`),
  watchGame: "Watch",
  needsClock: "A rated game needs a clock.",
  needsOneSeat: "In a rated game you have one seat, and nobody else plays at this screen.",
  needsStart: "A rated game starts from the beginning, on a map that came with the game.",
  needsUsual: "Bots are rated with the usual options only.",
};
