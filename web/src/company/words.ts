// The words of those at a table: what they say to each other, and who watches.

import { listed } from "../game-api/wording";
import type * as wire from "../wire";

/** The key of a sentence that everybody reads in his own language. */
export type Preset = NonNullable<wire.ChatLine["preset"]>;

export const words = {
  label: "People here",
  chat: "Chat",
  close: "Close",
  notify: "Notify me",
  unread: (count: number) => (count === 1 ? "1 new line" : `${count} new lines`),
  watching: (count: number) => (count === 0 ? "" : count === 1 ? "1 watching" : `${count} watching`),
  late: (turns: number) => (turns === 0 ? "" : turns === 1 ? "Shown a turn late" : `Shown ${turns} turns late`),
  here: (isRated: boolean, count: number, behind: number): string =>
    [isRated ? "Rated" : "", words.late(behind), words.watching(count)].filter(Boolean).join(" · "),
  watchers: (count: number, named: readonly string[]) => {
    const others = count - named.length;
    const unnamed = others > 0 ? [named.length === 0 ? `${others} ${others === 1 ? "person" : "people"}` : `${others} other${others === 1 ? "" : "s"}`] : [];
    return count === 0 ? "Nobody is watching." : `Watching: ${listed([...named, ...unnamed])}.`;
  },
  behind: (turns: number) => `While the clocks run, you see the game ${turns === 1 ? "a turn" : `${turns} turns`} late.`,
  hasSeat: (name: string, seat: string) => `${seat}: account ${name}.`,
  empty: "Nothing has been said yet.",
  apart: "Spectators talk here. Players can read it once the game is over.",
  log: "What was said",
  presets: {
    hello: "Hello!",
    luck: "Have fun!",
    played: "Well played!",
    thanks: "Thank you!",
    oops: "Oops!",
    close: "That was close!",
    patience: "Take your time.",
    wait: "One moment, please.",
    again: "Another game?",
    bye: "Goodbye!",
  } satisfies Record<Preset, string>,
  say: "Say",
  texts: "Read and write texts",
  textsHelp: (others: readonly string[]) =>
    others.length > 0 ? `${listed(others)} ${others.length === 1 ? "has" : "have"} it on too.` : "Only with others here who turn it on too.",
  textsAmong: "Only with others here who turn it on too.",
  text: "Write a line",
  send: "Send",
  spectator: "Spectator",
  you: (who: string) => `${who} (you)`,
  said: (who: string, what: string) => `${who}: ${what}`,
  about: (who: string) => `Mute ${who} or report this line`,
  mute: (who: string) => `Mute ${who}`,
  unmute: (who: string) => `Hear ${who} again`,
  report: "Report to the host",
  reported: "Reported. The host of this server will see it.",
  spectators: "spectators",
};
