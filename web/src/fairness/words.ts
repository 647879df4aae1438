// The words of the dialog about dice, which are loaded with it only.

import { seatName } from "../game-api/seats";
import { counted } from "../game-api/wording";
import type { Verdict } from "./verify";

const notFollowing = (wrong: number, outcomes: number): string =>
  outcomes === 1 ? "The only outcome does" : `${wrong} of ${outcomes} outcomes ${wrong === 1 ? "does" : "do"}`;

export const words = {
  how: "Every roll, shuffle and draw at this table follows from a secret that the server chose before the game, and from a number that each seat adds. The hash of the secret is shown before the game begins, so the server cannot choose another one later.",
  hash: "Hash of the secret",
  hashNow: "Hash of the secret, as the server states it now: this browser did not keep it before the game, so it proves less",
  mine: "The number of this browser",
  late: "This browser added no number that counts: the game had begun, or your seat had added one on another device.",
  wait: "When the game is over, the server reveals its secret, and you can check every outcome here.",
  check: "Check every outcome",
  checking: "Checking …",
  verdict: ({ outcomes, wrong, changed, fits, isIncluded }: Verdict): string => {
    if (!fits) return "The secret that the server revealed does not match the hash it showed. These dice cannot be trusted.";
    if (!isIncluded) return "The server left out the number of this browser, or counted it too late. These dice cannot be trusted.";
    if (changed.length > 0) return `The server now gives other outcomes than it showed this page (${counted(changed.length, "outcome")}). These dice cannot be trusted.`;
    if (wrong.length > 0) return `${notFollowing(wrong.length, outcomes)} not follow from the secret. These dice cannot be trusted.`;
    return outcomes === 1 ? "The only outcome follows from the secret." : `All ${counted(outcomes, "outcome")} follow from the secret.`;
  },
  wrong: (step: number, token: string, expected: string) => `Step ${step + 1} was ${token}; the secret gives ${expected}.`,
  changed: (step: number, token: string, shown: string) => {
    if (!token) return `Step ${step + 1} was ${shown}; the server leaves it out.`;
    return shown ? `Step ${step + 1} was ${shown}; the server says ${token}.` : `The server says that step ${step + 1} was ${token}; no outcome was shown.`;
  },
  elsewhere: (steps: number) => `${steps === 1 ? "The first step was" : `The first ${steps} steps were`} played before this table was opened: ${steps === 1 ? "it is" : "they are"} not checked.`,
  added: (seat: string, text: string) => `${seatName(seat)} added ${text}`,
  secret: "The secret",
  offline: "This page takes the probability of each outcome from the server. siegeworks verify works it out from the rules: save the record and run it yourself.",
};
