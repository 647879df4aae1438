// My games: how each stands, who plays it and how it ended, with what the server says while they are looked at.

import { seatName } from "../game-api/seats";
import { titleOf } from "../games/registry";
import { api } from "../net/api";
import { failureOf } from "../net/attempt.svelte";
import { type MySeats, myTables } from "../net/my-tables.svelte";
import type * as wire from "../wire";
import { words } from "./words";

/** How a game of mine stands, in the order in which they are listed. */
const KINDS = [
  "mine", // something is asked of me
  "unheard", // the server has not answered yet, or does not know whose turn it is
  "running",
  "waiting", // for people to take seats
  "over",
  "gone",
] as const;
type Kind = (typeof KINDS)[number];

export interface MyGame {
  readonly table: string;
  readonly title: string;
  readonly seats: MySeats;
  readonly status: wire.TableStatus | null; // null: not heard yet
  readonly kind: Kind;
  readonly since: number; // when something last happened, in milliseconds since 1970
}

/** A game with what the server said about it at `heard`, in milliseconds since 1970. */
function myGame(table: string, seats: MySeats, status: wire.TableStatus | null, heard: number): MyGame {
  const since = status?.seats ? heard - (status.age ?? 0) * 1000 : seats.opened;
  return { table, title: titleOf(seats.game, status?.title ?? seats.title), seats, status, kind: kindOf(seats, status), since };
}

function kindOf(seats: MySeats, status: wire.TableStatus | null): Kind {
  if (status && !status.game) return "gone";
  if (!status?.seats) return seats.over ? "over" : "unheard";
  if ((status.result ?? "*") !== "*") return "over";
  const mine = status.yours ?? [];
  if (mine.includes(status.to_act ?? "") || status.asked?.some((seat) => mine.includes(seat))) return "mine";
  return freeSeats(status).length > 0 ? "waiting" : "running";
}

export const freeSeats = ({ seats = [] }: wire.TableStatus): readonly string[] =>
  seats.filter(({ who }) => who === "open" || who === "friend").map(({ seat }) => seat);

/** My turn first, then what runs, then what is over; the newest first. */
const inOrder = (games: readonly MyGame[]): readonly MyGame[] =>
  [...games].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.since - a.since);

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

const REFRESH_INTERVAL = 15_000; // milliseconds

interface Heard {
  readonly status: wire.TableStatus;
  readonly at: number; // milliseconds since 1970
}

export class MyGames {
  error = $state(""); // why nothing is known
  private heard = $state.raw<Readonly<Record<string, Heard>>>({});
  readonly all = $derived<readonly MyGame[]>(
    inOrder(
      Object.entries(myTables.all).map(([table, seats]) => {
        const heard = this.heard[table];
        return myGame(table, seats, heard?.status ?? null, heard?.at ?? 0);
      }),
    ),
  );
  /** In how many games something is asked of me. */
  readonly turns = $derived(this.all.filter(({ kind }) => kind === "mine").length);

  /** Ask now and from time to time, while the page is visible. Returns a function that stops this. */
  follow(): () => void {
    const ask = (): void => {
      if (!document.hidden) void this.refresh();
    };
    ask();
    const timer = setInterval(ask, REFRESH_INTERVAL);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }

  private async refresh(): Promise<void> {
    const wanted = Object.entries(myTables.all).filter(([table, seats]) => seats.keys.length > 0 && !this.isFinal(table));
    if (wanted.length === 0) return;
    const tables = wanted.map(([table, { keys }]) => ({ table, keys: [...keys] }));
    this.error = await failureOf(async () => {
      const answer = await api.statuses({ tables });
      const at = Date.now();
      this.heard = { ...this.heard, ...Object.fromEntries(answer.tables.map((status) => [status.table, { status, at }])) };
      for (const { table, result = "*" } of answer.tables) if (result !== "*") myTables.markOver(table);
    });
  }

  /** Whether nothing about it can change any more. */
  private isFinal(table: string): boolean {
    return (this.heard[table]?.status.result ?? "*") !== "*";
  }

  /** Forget my seats at a table; returns what brings them back. */
  forget(table: string): () => void {
    const seats: MySeats | undefined = myTables.all[table];
    myTables.forget(table);
    return () => {
      if (seats) myTables.remember(table, seats);
    };
  }
}

/** My first seat at a table; empty if I have none there, or the server does not say. */
export async function mySeat(table: string): Promise<string> {
  const keys = myTables.all[table]?.keys ?? [];
  if (keys.length === 0) return "";
  const answer = await api.statuses({ tables: [{ table, keys: [...keys] }] }).catch(() => null);
  return answer?.tables[0]?.yours?.[0] ?? "";
}
