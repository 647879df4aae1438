// Who plays at my tables, in words.

import { seatName } from "../game-api/seats";
import type * as wire from "../wire";
import { words } from "./words";

/** The others at a table of mine, as their opponent calls them. */
export function othersAt({ seats = [], yours = [] }: wire.TableStatus): readonly string[] {
  return seats.filter(({ seat }) => !yours.includes(seat)).map(nameOf);
}

function nameOf({ who, name, level }: wire.SeatInfo): string {
  if (who === "bot") return words.yours.bot(name ?? "", level ?? 0);
  if (who === "person") return name || words.yours.guest;
  return who === "friend" ? words.yours.friend : words.yours.free;
}

/** Which seats are mine and who has the others. */
export function playersAt(status: wire.TableStatus): string {
  const others = othersAt(status);
  return others.length === 0 ? words.yours.onThisDevice : words.yours.seats(status.yours ?? [], others);
}

/** How a game of mine ended. */
export const endingOf = ({ ending = "", result = "*", yours = [] }: wire.TableStatus): string =>
  words.yours.over(ending, result === "draw" ? [] : result.split("+"), yours);

/** The name of the one whose turn it is. */
export const shortName = ({ who, name, seat }: wire.SeatInfo): string => (who === "bot" ? (name ?? "") : name || seatName(seat));
