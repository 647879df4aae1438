// The words of vacations, which are loaded with their dialog.

import { counted } from "../game-api/wording";
import { text } from "../text";

export const words = {
  title: "Vacation",
  what: "Your clock stops for this many days, or until you move; a reply that you have planned is a move, too. The others see that you are away.",
  days: "Days",
  take: "Go on vacation",
  away: (days: number) => `You are on vacation for ${text.clock.moreDays(days)}.`,
  back: "I am back",
  left: (days: number) => `You have ${counted(days, "day")} left this year, in this game.`,
};
