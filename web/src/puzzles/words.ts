// The words of the puzzles, which are loaded with their pages only.

import { seatName } from "../game-api/seats";
import type * as wire from "../wire";

const GRADES = ["Easy", "Medium", "Hard"];

export const words = {
  title: "Puzzles",
  of: (game: string) => `Puzzles: ${game}`,
  lead: "A real position with one right move. The engine has proven that there is no other.",
  today: "Puzzle of the day",
  todays: "Today’s",
  todayIn: (game: string, goal: string) => (goal ? `${game}: ${goal.slice(0, 1).toLowerCase()}${goal.slice(1)}` : game),
  facts: (seat: string, grade: number) => `You play ${seatName(seat)}. ${GRADES[grade - 1] ?? ""}.`,
  solvedToday: "Solved. Look at it again",
  solved: (solved: number, all: number) => `${solved} of ${all} solved`,
  progress: (game: string) => `Solved puzzles of ${game}`,
  solve: "Solve puzzles",
  inARow: (row: number, best: number) =>
    row > 0 || best > 0 ? `${row} in a row without a mistake. Your best: ${best}.` : "Solve one on the first try to start a streak.",
  grade: (grade: number) => GRADES[grade - 1] ?? `Grade ${grade}`,
  grades: "How hard",
  theme: "Theme",
  anyTheme: "All themes",
  themed: (theme: string, puzzles: number) => `${theme} (${puzzles})`,
  begin: "Solve it",
  allSolvedTitle: "All solved",
  allSolved: "Choose another grade or theme, or solve them again.",
  noneChosenTitle: "No such puzzle",
  noneChosen: "There are no puzzles of this grade and theme. Choose another.",
  again: "Solve the first one again",
  back: "All games",
  ofGame: "More puzzles",
  none: (game: string) => `There are no puzzles for ${game} yet. Take a lesson or play a bot instead.`,
  noneAtAll: "There are no puzzles on this server yet. Take a lesson or play a bot.",
  learn: "Learn",
  rules: "Rules",
  play: "Play a bot",
  board: (game: string) => `Puzzle of ${game}: board`,
  youPlay: (seat: string) => `You play ${seatName(seat)}`,
  yourTurn: (seat: string) => `You play ${seatName(seat)}, and it is your turn.`,
  goal: {
    win: "Find the only move that wins.",
    save: "Save the game: only one move does not lose.",
    odds: "Which move wins most often?",
  } satisfies Record<wire.PuzzleInfo["kind"], string>,
  within: (moves: number) =>
    `The win must come ${moves === 1 ? "at once" : `within ${moves} moves, both sides counted`}. Every deal of the hidden values that fits what you have seen is equally likely.`,
  before: (sentence: string) => `Before: ${sentence}`,
  judging: "Checking your move … This takes a while the first time.",
  wrong: "Not that one.",
  right: "Right!",
  shown: "The solution",
  tryAgain: "Try again",
  show: "Show me the solution",
  next: "Next puzzle",
  line: "The line, move by move",
  about: "About this puzzle",
  themeIs: (theme: string) => `Theme: ${theme}.`,
  proof: (proof: string) => `Proof: ${proof}.`,
  found: (judges: readonly (readonly [string, number])[]) =>
    `Bots that find it: ${judges.map(([judge, share]) => `a ${judge} one in ${Math.round(share * 100)}%`).join(", ")} of tries.`,
};
