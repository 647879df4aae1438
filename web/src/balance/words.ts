// The words of a game's balance, which are loaded with it only.

import { text } from "../text";
import type { Balance, Verdict } from "../wire";

/** Bots as people read them: "level:4" is a bot of the page. */
const players = (spec: string): string => (/^level:\d$/.test(spec) ? text.players.level(spec.slice(-1)) : spec);

export const balanceWords = {
  title: "Balance",
  lead: "What many games between equal bots say about this game.",
  fetching: "Loading the figures …",
  answers: { yes: "Yes", no: "No", unclear: "Unclear" } satisfies Record<Verdict["answer"], string>,
  table: "As a table",
  interval: (low: string, high: string) => `${low} to ${high}`,
  measured: ({ games, players: spec, version, ruleset }: Balance) =>
    `Measured with ${games.toLocaleString("en")} games of ${players(spec)} against itself, siegeworks ${version}, ` +
    `ruleset ${ruleset}. Ranges are 95% intervals.`,
  again: "Measure it again, with everything the report says:",
};
