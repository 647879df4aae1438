// The words of winning chances, which are loaded with them only.

import { seatName } from "../text";

const percent = (chance: number): string => `${Math.round(100 * chance)}%`;

/** A seat and its chance; null: not known yet. */
export type SeatChance = readonly [seat: string, chance: number | null];

const list = (chances: readonly SeatChance[]): string =>
  chances.map(([seat, chance]) => `${seatName(seat)} ${chance === null ? "not known yet" : percent(chance)}`).join(", ");

export const chancesWords = {
  title: "Winning chances",
  branch: "Try another move",
  stop: "Stop",
  again: "Start again",
  progress: "Positions searched",
  searched: (done: number, wanted: number) => `${done} of ${wanted} positions`,
  starting: "Preparing the search.",
  slider: "Position in the curve",
  at: (turns: number, chances: readonly SeatChance[]) => `After turn ${turns}: ${list(chances)}.`,
  start: (chances: readonly SeatChance[]) => `At the start: ${list(chances)}.`,
  swing: (seat: string, turns: number, from: number, to: number) =>
    `The largest change is turn ${turns}: ${seatName(seat)} from ${percent(from)} to ${percent(to)}.`,
  method: (simulations: number) =>
    `A search of ${simulations.toLocaleString("en")} simulations a position. It knows everything that was hidden, and moves are compared before the dice that follow them.`,
  ownTurns: "Each seat’s chance is measured when it is to act.",
  table: "As a table",
  turn: "Turn",
  percent: (chance: number | null | undefined) => (typeof chance === "number" ? percent(chance) : "–"),
  points: "Turning points",
  noPoints: "No turn lost much: the search found no clearly better move.",
  point: (turn: number, seat: string, from: number, to: number) =>
    `Turn ${turn}: ${seatName(seat)} ${percent(from)} with the better move, ${percent(to)} as played`,
  mark: "A better move was missed here.",
  played: "Played:",
  better: "Better:",
  then: "Then perhaps:",
  invisible: (seat: string) => `${seatName(seat)} could not know: from what it saw, both moves were about as good.`,
  showLine: "Show the better move",
  tryMove: "Try another move here",
  close: "Close",
  scale: ["100%", "50%", "0%"],
};
