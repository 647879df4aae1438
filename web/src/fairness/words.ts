// The words of the dialog about dice, which are loaded with it only.

import { seatName } from "../game-api/seats";
import type { Verdict } from "./verify";

const counted = (number: number): string => (number === 1 ? "1 outcome" : `${number} outcomes`);

export const words = {
  how: "Every roll, shuffle and draw of this table follows from a secret that the server chose before the game, and from a number that each seat adds. The hash of the secret is shown before the game begins, so the server cannot choose another one later.",
  hash: "Hash of the secret",
  mine: "The number of this browser",
  wait: "When the game is over, the server opens its secret, and you can check every outcome here.",
  check: "Check every outcome",
  checking: "Checking …",
  verdict: ({ outcomes, wrong, fits, isIncluded }: Verdict): string => {
    if (!fits) return "The server opened another secret than the one it showed the hash of. These dice cannot be trusted.";
    if (!isIncluded) return "The server left out the number of this browser. These dice cannot be trusted.";
    if (wrong.length > 0) return `${wrong.length} of ${counted(outcomes)} do not follow from the secret. These dice cannot be trusted.`;
    return outcomes === 1 ? "The only outcome follows from the secret." : `All ${counted(outcomes)} follow from the secret.`;
  },
  wrong: (step: number, token: string, expected: string) => `Step ${step + 1} was ${token}; the secret gives ${expected}.`,
  added: (seat: string, text: string) => `${seatName(seat)} added ${text}`,
  secret: "The secret",
  offline: "To check them again without this page, save the record and run siegeworks verify.",
};
