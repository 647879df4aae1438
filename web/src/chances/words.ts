// The words of winning chances, which are loaded with them only.

import { seatName } from "../game-api/seats";
import { counted } from "../game-api/wording";

const points = (chance: number): number => Math.round(100 * chance);
const percent = (chance: number): string => `${points(chance)}%`;
const inPoints = (number: number): string => counted(Math.abs(number), "point");
const luckOf = (luck: number): string => (points(luck) === 0 ? "no luck, good or bad" : `${inPoints(points(luck))} of ${luck > 0 ? "good" : "bad"} luck`);

function inAll(total: number): string {
  if (total === 0) return "nothing lost";
  return `${inPoints(total)} ${total < 0 ? "lost" : "gained"}`;
}

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
    `The biggest swing is turn ${turns}: ${seatName(seat)} from ${percent(from)} to ${percent(to)}.`,
  method: (simulations: number, hasLuck: boolean) =>
    `Each position is searched with ${simulations.toLocaleString("en")} simulations. The curve sees everything that was hidden. An error is what a move cost, judged by what its seat knew${hasLuck ? "; luck is the rest of the change: dice and hidden values" : ""}. A point is 1% of the winning chance.`,
  ownTurns: "Each seat’s chance is measured when it is to act.",
  table: "As a table",
  turn: "Turn",
  percent: (chance: number | null | undefined) => (typeof chance === "number" ? percent(chance) : "–"),
  points: "Turning points",
  noPoints: "No turn lost much: the search found no clearly better move.",
  point: (turn: number, seat: string, from: number, to: number) =>
    `Turn ${turn}: ${seatName(seat)} lost ${inPoints(points(from) - points(to))} to an error`,
  /** What an error cost, what luck then did, and both together. */
  cost: (seat: string, from: number, to: number, luck: number | null | undefined) => {
    const moves = `${percent(from)} with the better move, ${percent(to)} as played.`;
    if (typeof luck !== "number") return moves;
    const total = points(luck) - (points(from) - points(to));
    return `From what ${seatName(seat)} knew: ${moves} Then ${seatName(seat)} had ${luckOf(luck)}: ${inAll(total)} in all.`;
  },
  errors: "Errors",
  goodLuck: "Good luck",
  /** Who has how many points; those who have none are left out. */
  shares: (seats: readonly string[], of: readonly number[] | null | undefined) =>
    (of ?? []).flatMap((share, i) => (points(share) > 0 ? [`${seatName(seats[i] ?? "")} ${points(share)}`] : [])).join(", ") || "–",
  totals: "Errors and luck",
  total: (seat: string, errors: number, luck: number | null | undefined) =>
    `${seatName(seat)} lost ${points(errors) === 0 ? "nothing" : inPoints(points(errors))} to errors${typeof luck === "number" ? ` and had ${luckOf(luck)}` : ""}.`,
  luck: (turn: number, seat: string, luck: number) => `Turn ${turn}: ${seatName(seat)} had ${luckOf(luck)}`,
  mark: "A better move was missed here.",
  played: "Played:",
  better: "Better:",
  why: "Why:",
  then: "Then perhaps:",
  /** What a hint would have said to this seat about a move; it may say "you". */
  hint: (seat: string, does: string | undefined) => (does ? `Hint for ${seatName(seat)}: ${does}.` : ""),
  showLine: "Show the better move",
  tryMove: "Try another move here",
};
