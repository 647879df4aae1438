// Clocks that are offered for a new table.

import type { ClockTimes } from "../wire";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

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
export interface OwnTimes {
  readonly minutes: number; // for the game
  readonly increment: number; // seconds for each move
  readonly perMove: number; // seconds, before the minutes are touched
}

/** The clock of your own times. */
export const ownClock = ({ minutes, increment, perMove }: OwnTimes): ClockTimes => ({
  reserve: Math.round(minutes * MINUTE), increment: Math.round(increment * SECOND), per_move: Math.round(perMove * SECOND),
});
