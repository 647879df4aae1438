// The words of challenges, and of what waits for one's answer.

import { listed } from "../game-api/wording";
import { accountName } from "../net/account-name.svelte";
import { clockWords } from "../ui/words";
import type * as wire from "../wire";

const others = (who: string): string => (who === "open" ? "the other seats are open" : `the others are bots of level ${who.slice("level:".length)}`);
const terms = ({ clock = null, rated = false, others: rest = "" }: wire.ChallengeInfo, options: string): string =>
  [clock ? clockWords.inWords(clock) : "no clock", rated ? "rated" : "casual", ...(rest ? [others(rest)] : []), ...(options ? [options] : [])].join("; ");

/** Who is asked for a rematch of several, beside these. */
const except = ({ players = [] }: wire.ChallengeInfo, ...names: string[]): string[] => players.filter((name) => !names.includes(name));

export const words = {
  title: (name: string): string => `Challenge ${name}`,
  challenge: "Challenge",
  game: "Game",
  seat: "Your seat",
  byLot: "Random",
  options: "Options of the game",
  rated: "Rated",
  ratedNeeds: "A rated game needs a clock.",
  ratedHelp: "The game counts for both ratings.",
  botsNotRated: "Bots are rated at tables of two only.",
  others: "The other seats",
  open: "Open to anybody",
  bots: (level: string): string => `Bots: ${level}`,
  send: "Send the challenge",
  sent: (name: string): string => `${name} has been asked. The game begins once they accept. You will hear of it on any page.`,
  label: (count: number): string => (count === 0 ? "Your challenges" : count === 1 ? "1 thing is waiting for you" : `${count} things are waiting for you`),
  list: "Waiting for you",
  comes: (challenge: wire.ChallengeInfo, game: string, options: string): string => {
    if (!challenge.players?.length) return `${challenge.challenger} challenges you to ${game}: ${terms(challenge, options)}.`;
    return `${challenge.challenger} asks ${listed(["you", ...except(challenge, challenge.challenger, accountName())])} for a rematch of ${game}: ${terms(challenge, options)}.`;
  },
  goes: (challenge: wire.ChallengeInfo, game: string, options: string): string => {
    if (!challenge.players?.length) return `You have challenged ${challenge.challenged} to ${game}: ${terms(challenge, options)}.`;
    return `You want a rematch of ${game} with ${listed(except(challenge, accountName()))}: ${terms(challenge, options)}. It begins once all have accepted.`;
  },
  declined: (challenge: wire.ChallengeInfo, game: string): string => `${challenge.challenged} declined your challenge to ${game}.`,
  accept: "Accept",
  decline: "Decline",
  cancel: "Cancel",
  seen: "OK",
  of: (name: string): string => ` the challenge of ${name}`,
  to: (name: string): string => ` the challenge to ${name}`,
  waits: ({ players, tournament = "" }: wire.WaitingGame, game: string): string =>
    `Your game of ${game}${tournament ? ` in ${tournament}` : ""} against ${listed([...players])} is waiting for you.`,
  go: "Go to the table",
  against: (players: readonly string[]): string => ` against ${listed([...players])}`,
  challenged: "You have been challenged",
  waiting: "A game is waiting for you",
  titleHidden: "● ",
};
