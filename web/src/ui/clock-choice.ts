// Clocks that are offered for a new table.

import type { ClockTimes } from "../wire";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Pace = "quick" | "calm" | "days";
export const PACES: readonly Pace[] = ["quick", "calm", "days"];
const INCREMENT = { quick: 5, calm: 10 };

/** The clock of a pace, for a game that takes so many minutes: with a quick one it takes as long as a short game, with
 *  a calm one as long as a long game. Half a minute for each move makes a long game, so that is how many moves there are. */
export function clockOf(pace: Pace, [short, long]: readonly [number, number], seats: number): ClockTimes {
  if (pace === "days") return { reserve: 5 * DAY, per_move: 2 * DAY };
  const increment = INCREMENT[pace] * SECOND;
  const all = (pace === "quick" ? short : long) * MINUTE - 2 * long * increment;
  return { reserve: Math.max(1, Math.round(all / seats / MINUTE)) * MINUTE, increment };
}

/** What a person writes, in the units in which it is written. */
interface OwnTimes {
  readonly minutes: number; // for the game
  readonly increment: number; // seconds for each move
  readonly perMove: number; // seconds, before the minutes are touched
}

/** Days for each move, among which people choose. */
export const DAYS_A_MOVE: readonly number[] = [1, 2, 3, 5, 7, 14];

/** What a person chooses for a game over days. */
export interface OwnDays {
  readonly days: number; // for each move
  readonly reserve: number; // for the game, once the days of a move are used up
  readonly unit: "hours" | "days"; // of the reserve
}

export const daysClock = ({ days, reserve, unit }: OwnDays): ClockTimes => ({
  reserve: Math.round(reserve * (unit === "days" ? DAY : HOUR)), per_move: days * DAY,
});

export const ownClock = ({ minutes, increment, perMove }: OwnTimes): ClockTimes => ({
  reserve: Math.round(minutes * MINUTE), increment: Math.round(increment * SECOND), per_move: Math.round(perMove * SECOND),
});
