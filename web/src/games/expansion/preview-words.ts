// The words for what a move would do; they are loaded after the table.

import { seatName } from "../../text";
import { listed, sentences } from "../in-sentences";
import type { Attack, Outcome } from "./outcome";

const NAMES: Readonly<Record<string, string>> = { "0": "null", A: "ace" };
const valueName = (text: string): string => (text === "?" || text === "" ? "hidden value" : (NAMES[text] ?? text));

const RESULTS: Readonly<Record<string, string>> = {
  attacker: "You would win.", defender: "You would lose your minion.", fall: "Both would fall.",
};

function attackText({ own, enemy, outcome }: Attack): string {
  const whose = `Your ${valueName(own.text)} against ${enemy.text === "?" ? "a" : "the"} ${valueName(enemy.text)}.`;
  return sentences(whose, outcome ? (RESULTS[outcome] ?? "") : "");
}

export const previewWords = {
  pass: "You have no minion left, so you can only pass.",
  outcome: ({ attack, captured, open }: Outcome, seat: string): string => {
    const condition = attack && attack.outcome === null ? "If you win, " : "";
    const takes = (who: string): string => {
      const tiles = captured.filter((one) => one.seat === who).map(({ tile }) => tile);
      if (tiles.length === 0) return "";
      const subject = who === seat ? "you capture" : `the ${seatName(who)} capture`;
      const said = `${condition}${subject} ${tiles.length > 1 ? "tiles" : "tile"} ${listed(tiles)}.`;
      return said.slice(0, 1).toUpperCase() + said.slice(1);
    };
    const missing = open ? 2 - open.lead : 0;
    const needs = open && captured.length === 0 && attack === null
      ? `Tile ${open.tile.name} then needs ${missing} more of your minions.` : "";
    const others = [...new Set(captured.map((one) => one.seat))].filter((who) => who !== seat);
    return sentences(attack ? attackText(attack) : "", takes(seat), ...others.map(takes), needs);
  },
};
