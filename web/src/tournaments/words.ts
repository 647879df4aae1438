// The words of tournaments: the list, a new one, and how one stands.

import { clockWords } from "../ui/words";
import type { TournamentLine } from "../wire";

const KINDS = { "round-robin": "Round robin", swiss: "Swiss", arena: "Arena" } as const;
const minutesText = (minutes: number): string =>
  minutes < 90 ? `${minutes} minutes` : minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
const soon = (seconds: number): string => (seconds <= 60 ? "in a moment" : `in ${minutesText(Math.round(seconds / 60))}`);

export const words = {
  title: "Tournaments",
  lead: "Anybody with an account can open or enter one.",
  needsAccount: "You need an account to open a tournament or to enter one.",
  open: "Open a tournament",
  none: "No tournament is open. Open one and tell your friends.",
  cancelled: (entrants: number): string => `This tournament was cancelled${entrants < 2 ? ": it needs two players" : ""}.`,
  noGames: "The games are listed here once it begins.",
  states: { open: "Open for entries", running: "Running", over: "Over", cancelled: "Cancelled" },
  sections: { open: "To enter", running: "Running", over: "Over" },
  kinds: KINDS,
  kindMeans: {
    "round-robin": "Everybody plays everybody; with more than 24 players at tables of three or four, most of the others. Nobody can enter once it has begun.",
    swiss: "In each round you play somebody with about as many points as you, and nobody twice. You can enter until half of the rounds have begun.",
    arena: "Until the time is up, everybody who is free is paired again. You can come and go.",
  },
  begins: (line: TournamentLine): string =>
    line.state === "open" ? `Begins ${soon(line.starts_in)}`
      : line.state === "running" && line.kind !== "arena" ? `Round ${line.round ?? 0} of ${line.rounds ?? 0}`
        : words.states[line.state],
  people: (count: number): string => (count === 1 ? "1 player" : `${count} players`),
  about: (line: TournamentLine): string =>
    [KINDS[line.kind], line.kind === "arena" ? minutesText(line.minutes ?? 0) : "", clockWords.inWords(line.clock), line.rated ? "rated" : "casual"].filter(Boolean).join(" · "),
  form: {
    name: "Name",
    kind: "Kind",
    game: "Game",
    seats: "Players at a table",
    rounds: "Rounds (0: set by the number of players)",
    minutes: "How many minutes an arena lasts",
    begins: "Minutes until it begins",
    patience: "Minutes to wait for a missing player (0: 5, or two days in games over days)",
    rated: "Games count for ratings",
    more: "More",
    submit: "Open the tournament",
  },
  enter: "Enter",
  comeBack: "Play again",
  leave: "Withdraw",
  begin: "Begin now",
  cancel: "Cancel the tournament",
  play: "Go to your game",
  playing: "Your game is waiting for you.",
  entered: "You have entered. Keep this page open: your game appears here.",
  waiting: "You have no game now. The next one appears here.",
  gone: "You are no longer paired, because you withdrew or missed a game.",
  patience: (minutes: number): string => `A player who does not turn up within ${minutesText(minutes)} loses the game.`,
  openedBy: (name: string): string => `Opened by ${name || words.nobody}.`,
  nobody: "somebody whose account was deleted",
  wonBy: (name: string): string => `Won by ${name || words.nobody}.`,
  standings: "Standings",
  games: "Games",
  newest: "The newest games",
  round: "Round",
  columns: { place: "Place", name: "Name", points: "Points", games: "Games", buchholz: "Buchholz", berger: "Sonneborn-Berger", rating: "Rating" },
  ties: "Ties are broken by Buchholz, Sonneborn-Berger, the games between the tied players, and the rating.",
  arenaTies: "If points are equal, the player with fewer games comes first.",
  against: (players: readonly string[]): string => players.map((player) => player || "?").join(" – "),
  bye: (name: string): string => `${name || "?"} sits out`,
  result: (points: readonly number[]): string => points.map(share).join(" – "),
  watch: "Watch",
  see: "See the game", // that is over
  crossTable: "Cross table",
  byRound: "Results by round",
  resultMark: (points: number | null): string => (points === null ? "…" : share(points)),
  resultOf: (points: number | null, others: readonly string[]): string =>
    others.length === 0 ? "sat out"
      : `${points === null ? "plays" : points === 1 ? "won" : points === 0 ? "lost" : `shared, ${share(points)},`} against ${others.map((name) => name || "?").join(", ")}`,
  resultLegend: (isCross: boolean, seats: number): string =>
    [
      "1: won. 0: lost.",
      seats === 2 ? "½: a draw." : "½: shared.",
      "…: still playing.",
      isCross ? "The columns are the places of the opponents." : "Dashed: sat out.",
      isCross || seats > 2 ? "" : "The small number is the place of the opponent.",
    ].filter(Boolean).join(" "),
  points: (points: number): string => String(Math.round(points * 100) / 100),
  back: "All tournaments",
};

/** What a game gave to a seat. */
function share(points: number): string {
  const third = Math.round(3 * points);
  if (points === 0.5) return "½";
  return Math.abs(points - third / 3) < 0.01 ? ["0", "⅓", "⅔", "1"][third] ?? "" : String(Math.round(points * 100) / 100);
}
