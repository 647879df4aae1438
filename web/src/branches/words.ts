// The words of branches, which are loaded with them only.

import { chancesWords } from "../chances/words";
import { seatName } from "../game-api/seats";

export const branchWords = {
  title: (turn: number) => `Another way from turn ${turn}`,
  lead: "Move for every seat, or let the bot reply. The game itself stays as it was.",
  save: "Save this branch",
  close: "Back to the game",
  board: "Branch: board",
  stepping: "Steps of this branch",
  first: "To the start of the branch",
  back: "One step back",
  on: "One step forward",
  last: "To the end of the branch",
  position: (at: number, of: number) => `Step ${at} of ${of}`,
  reply: (seat: string) => `Let the bot move for ${seatName(seat)}`,
  thinking: "The bot is thinking.",
  compare: "Winning chances",
  here: "This branch",
  game: (turn: number) => `The game after turn ${turn}`,
  mover: (seat: string, chance: number) => `${seatName(seat)} after the last move here: ${chancesWords.percent(chance)}.`,
  toMove: (seat: string) => `${seatName(seat)} to move`,
  history: "What happens in this branch",
};
