// How one of my games stands, and in which order they are listed.

import { titleOf } from "../games/registry";
import type { MySeats } from "../net/my-tables.svelte";
import type * as wire from "../wire";

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

/** The seats that nobody has taken. */
export const freeSeats = ({ seats = [] }: wire.TableStatus): readonly string[] =>
  seats.filter(({ who }) => who === "open" || who === "friend").map(({ seat }) => seat);

/** My turn first, then what runs, then what is over; the newest first. */
export const inOrder = (games: readonly MyGame[]): readonly MyGame[] =>
  [...games].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.since - a.since);
