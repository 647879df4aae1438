// One of my games: how it stands, who plays it and how it ended.

import { seatName } from "../game-api/seats";
import { titleOf } from "../games/registry";
import type { MySeats } from "../net/my-tables.svelte";
import type * as wire from "../wire";
import { words } from "./words";

export type Kind =
  | "mine" // something is asked of me
  | "running"
  | "waiting" // for people to take seats
  | "unheard" // the server has not answered yet, or does not know whose turn it is
  | "over"
  | "gone";

export interface MyGame {
  readonly table: string;
  readonly title: string;
  readonly seats: MySeats;
  readonly status: wire.TableStatus | null; // null: not heard yet
  readonly kind: Kind;
  readonly since: number; // when something last happened, in milliseconds since 1970
}

const ORDER: readonly Kind[] = ["mine", "unheard", "running", "waiting", "over", "gone"];

/** A game with what the server said about it at `heard`, in milliseconds since 1970. */
export function myGame(table: string, seats: MySeats, status: wire.TableStatus | null, heard: number): MyGame {
  const since = status?.seats ? heard - (status.age ?? 0) * 1000 : seats.opened;
  return { table, title: titleOf(seats.game, status?.title ?? seats.title), seats, status, kind: kindOf(seats, status), since };
}

function kindOf(seats: MySeats, status: wire.TableStatus | null): Kind {
  if (!status) return seats.over ? "over" : "unheard";
  if (!status.game) return "gone";
  if (!status.seats) return seats.over ? "over" : "unheard";
  if ((status.result ?? "*") !== "*") return "over";
  const mine = status.yours ?? [];
  if (mine.includes(status.to_act ?? "") || status.asked?.some((seat) => mine.includes(seat))) return "mine";
  return freeSeats(status).length > 0 ? "waiting" : "running";
}

export const freeSeats = ({ seats = [] }: wire.TableStatus): readonly string[] =>
  seats.filter(({ who }) => who === "open" || who === "friend").map(({ seat }) => seat);

/** My turn first, then what runs, then what is over; the newest first. */
export const inOrder = (games: readonly MyGame[]): readonly MyGame[] =>
  [...games].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.since - a.since);

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

export const endingOf = ({ ending = "", result = "*", yours = [] }: wire.TableStatus): string =>
  words.yours.over(ending, result === "draw" ? [] : result.split("+"), yours);

/** The name of the one whose turn it is. */
export const shortName = ({ who, name, seat }: wire.SeatInfo): string => (who === "bot" ? (name ?? "") : name || seatName(seat));
