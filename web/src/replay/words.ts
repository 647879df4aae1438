// The words of a recorded game, step by step.

import { text } from "../text";

export const replayWords = {
  of: (title: string) => `Replay: ${title}`,
  file: "Open a file",
  paste: "Or paste the record here",
  show: "Replay",
  fetching: "Loading the position …",
  start: "Start of the game",
  turn: (number: number, sentence: string) => `${number}. ${sentence}`,
  within: (sentence: string) => `Part of: ${sentence}`,
  noted: (token: string, shown: string) => (shown ? `${token} (${shown})` : token),
  cost: (spent: number, left: number) => `(${(spent / 1000).toFixed(1)} s, ${text.clock.left(left)} left)`,
  stepOf: (number: number, total: number) => `Step ${number} of ${total}`,
  slider: "Step",
  turnBoard: "Turn the board",
  play: "Play",
  stop: "Stop",
  playOn: "Continue from here",
  over: "The game ends here",
  save: "Save the file",
  other: "Another record",
};
