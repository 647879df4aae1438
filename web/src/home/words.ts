// The words of the home page and of a player's games, loaded with these pages only.

import { seatName } from "../game-api/seats";
import type { GameInfo } from "../wire";
import { counted, listed, possessive, serverText } from "../game-api/wording";

const NUMBERS: Readonly<Record<number, string>> = { 2: "two", 3: "three", 4: "four", 5: "five", 6: "six" };

/** How long ago something was: "3 minutes ago". */
export function ago(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${counted(minutes, "minute", "minutes")} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${counted(hours, "hour", "hours")} ago`;
  const days = Math.round(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

export const words = {
  puzzles: "Puzzles",
  daily: "Puzzle of the day",
  title: "Five sieges, one table",
  lead: "Play a bot now, or send a friend a link. No account, nothing to install.",
  playBot: "Play a bot",
  playFriend: "Play a friend",
  at: (title: string) => ` at ${title}`,
  of: (title: string) => ` of ${title}`,
  meet: "Play with others",
  meetSentence: "Take a free seat, join a friend with a code, or replay a game.",
  next: {
    turns: (turns: number) => `Your turn at ${NUMBERS[turns] ?? turns} tables`,
    here: (title: string) => `First: ${title}.`,
    goOn: (title: string) => `Continue: ${title}`,
    against: (others: readonly string[]) => (others.length > 0 ? `Against ${listed(others)}` : "Everyone on this device"),
    lesson: (number: number, title: string) => `Lesson ${number} of ${title}`,
    lessonCalled: (called: string, done: number, all: number) => `${called} · ${done} of ${all} done`,
    goOnLearning: "Keep learning",
    lessons: "All lessons",
    puzzle: (title: string) => `${title}: there is one right move.`,
    solve: "Solve it",
    puzzles: "More puzzles",
    first: (title: string) => `Start with ${title}`,
    playEasy: "Play an easy bot",
    learnFirst: "Learn it in two minutes",
    again: (title: string) => `Play ${title} again`,
    nothing: "No game is waiting for you.",
    playBot: "Play a bot",
  },
  replay: {
    title: "Step through a game",
    lead: "Open the .siege file of a game, look at every position, and play on from any of them.",
    drop: "or drop it here",
    listed: "Games that you finish here are listed, too.",
    more: "More of your games",
    yours: "Replay",
  },
  lobby: {
    tournaments: "Tournaments",
    free: "free",
    age: (seconds: number) => seconds < 90 ? "just opened" : `open for ${Math.round(seconds / 60)} minutes`,
    takeSeat: "Take a seat",
    code: "A code from a friend",
    join: "Join",
    nobody: "Nobody is waiting",
    bot: "But a bot is always available. Or open a table: it is listed here until someone joins.",
    playBot: (title: string) => `Play a bot at ${title}`,
    open: "Open a table",
    openAt: (title: string) => `Open a table for ${title}`,
  },
  facts: {
    label: (title: string) => `${title} in short`,
    minutes: ([least, most]: GameInfo["minutes"]) => `${least} to ${most} minutes`,
    players: (seats: string) => `${seats} players`,
    learning: {
      easy: "easy to learn", middling: "learned in one game", long: "learned in a few games",
    } satisfies Record<GameInfo["learning"], string>,
    luck: { none: "no luck", "set-up": "luck in the set-up only", dice: "dice" } satisfies Record<GameInfo["luck"], string>,
    hidden: (what: string) => what || "nothing hidden",
  },
  yours: {
    title: "Your games",
    pageTitle: (waiting: number, title: string) => (waiting > 0 ? `(${waiting}) ${title}` : title),
    seats: (mine: readonly string[], others: readonly string[]) => {
      const you = mine.length === 1 ? `You play ${seatName(mine[0] ?? "")}` : `You play ${listed(mine.map(seatName))}`;
      return others.length > 0 ? `${you} against ${listed(others)}` : you;
    },
    onThisDevice: "Everyone on this device",
    bot: (name: string, level: number) => `${name} (bot ${level})`,
    free: "someone new",
    friend: "a friend you invited",
    guest: "a guest",
    yourTurn: (seat: string) => (seat ? `Your turn as ${seatName(seat)}` : "Your turn"),
    toAnswer: "An offer is waiting for your answer",
    turnOf: (name: string) => `${possessive(name)} turn`,
    waiting: (seats: readonly string[]) => `Waiting for someone to take ${listed(seats.map(seatName))}`,
    notBegun: "Not started",
    played: (turns: number) => (turns > 0 ? counted(turns, "turn", "turns") : "no moves yet"),
    ago,
    over: (ending: string, winners: readonly string[], mine: readonly string[]) => {
      const why = ending.slice(ending.indexOf(": ") + 2);
      const me = mine.length === 1 ? mine[0] : undefined;
      if (me === undefined || winners.length === 0) return serverText(ending);
      if (!winners.includes(me)) return `You lost. ${serverText(ending)}`;
      const others = winners.filter((winner) => winner !== me).map(seatName);
      return others.length > 0 ? `${listed(["You", ...others])} won together: ${why}` : `You won: ${why}`;
    },
    unknown: "Open it to see whose turn it is.",
    gone: "No longer on this server.",
    resume: "Continue",
    replay: "Replay",
    at: (title: string) => ` ${title}`,
    of: (title: string) => ` of ${title}`,
    forget: (title: string) => `Remove ${title} from your games`,
    forgotten: (title: string) => `${title} is removed.`,
    forgottenSeat: (title: string) => `${title} is removed. You cannot return to your seat later.`,
    undo: "Undo",
    more: (hidden: number) => `Show ${hidden} more`,
    fewer: "Show fewer",
  },
  join: {
    title: "You are invited",
    sit: (seat: string) => `Play ${seat}`,
    you: (seat: string) => `You play ${seat}`,
    other: (seat: string, player: string) => `${seat}: ${player}`,
    yourOwn: "You already have a seat at this table. Send the link to the friend you want to play with.",
    back: "Go to the table",
    accepted: "You have accepted this invitation: your seat is waiting for you.",
    lost: "Ask your friend for a new link, or start a game of your own.",
  },
};
