// The words of choosing a clock, and of what was chosen.

import { capital } from "../game-api/wording";
import { durationText } from "../text";
import type { ClockTimes } from "../wire";

export const clockWords = {
  title: "Clock",
  paces: { none: "No clock", quick: "Quick", calm: "Calm", days: "Over days", own: "Own times", ownDays: "Own days" },
  none: "Everybody takes as long as they like.",
  // With a clock for a game without breaks, it takes about this long.
  summary: (clock: ClockTimes) => capital(`${clockWords.inWords(clock)}.`),
  game: (minutes: number) => `A game takes about ${minutes} minutes.`,
  more: "More clocks",
  minutes: "Minutes for the game",
  increment: "Seconds added after each move",
  perMove: "Seconds for each move, used up first",
  daysAMove: "Time for each move",
  days: (days: number) => (days === 1 ? "1 day" : `${days} days`),
  reserve: "Reserve for the whole game, used after that",
  unit: "Hours or days in reserve",
  units: { hours: "hours", days: "days" },
  inWords: ({ reserve = 0, increment = 0, per_move = 0 }: ClockTimes) => {
    const each = per_move ? `${durationText(per_move)} for each move` : `${durationText(reserve)} each`;
    return each + (per_move && reserve ? `, and ${durationText(reserve)} in reserve` : "")
      + (increment ? `, and ${durationText(increment)} more for each move` : "");
  },
};
