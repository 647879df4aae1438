// The words of winning chances, which are loaded with them only.

import { seatName } from "../text";

const percent = (chance: number): string => `${Math.round(100 * chance)}%`;

/** A seat and its chance; null: not known yet. */
export type SeatChance = readonly [seat: string, chance: number | null];

const list = (chances: readonly SeatChance[]): string =>
  chances.map(([seat, chance]) => `${seatName(seat)} ${chance === null ? "not known yet" : percent(chance)}`).join(", ");

export const chancesWords = {
  title: "Winning chances",
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
    `A search of ${simulations.toLocaleString("en")} simulations a position, in which nothing is hidden.`,
  ownTurns: "Each seat’s chance is measured when it is to act.",
  table: "As a table",
  turn: "Turn",
  percent: (chance: number | null | undefined) => (typeof chance === "number" ? percent(chance) : "–"),
  scale: ["100%", "50%", "0%"],
};
