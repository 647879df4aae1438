// The words for what a move would do; they are loaded after the table.

import type { Piece } from "../../scene/scene";
import { possessive, seatName } from "../../text";
import type { Battle } from "../view";
import { counted, listed } from "../in-sentences";

const army = ({ text }: Piece): string => (text === "?" || text === "" ? "Army of unknown value" : `Army ${text}`);

const RESULTS: Readonly<Record<string, string>> = {
  attacker: "You would win.", defender: "You would lose.", stay: "Both would stay.",
};

export const previewWords = {
  walk: (steps: number, die: string, left: readonly string[]): string => {
    const what = steps > 0 ? `${counted(steps, "step")}` : "No step";
    const rest = left.length > 0 ? `you have ${listed(left)} left` : "it is your last die";
    return `${what}, which spends the die ${die}; ${rest}.`;
  },
  wins: "The Commander takes an empty enemy home, and you win.",
  attack: (own: Piece, enemy: Piece, outcome: Battle["outcome"]): string => {
    const whose = possessive(seatName(enemy.seat ?? ""));
    const whom = enemy.kind === "commander" ? `${whose} Commander` : `${whose} ${army(enemy)}`;
    return `Your ${army(own)} attacks the ${whom}.${outcome ? ` ${RESULTS[outcome] ?? ""}` : ""}`;
  },
  hold: "No battle: both Armies stay where they are.",
  done: (dice: readonly string[]): string =>
    dice.length > 0 ? `Your turn ends without using the ${dice.length > 1 ? "dice" : "die"} ${listed(dice)}.` : "Your turn ends.",
};
