// Open tables, and remember the seats we got there.

import type * as wire from "../wire";
import { api } from "./api";
import { type MySeats, myTables } from "./my-tables.svelte";
import { preferences } from "./preferences.svelte";

/** Remember my seats at a table that was just opened or joined; returns its id. */
export function rememberSeats(
  opened: wire.TableOpened | wire.SeatTaken, game: string, title: string,
  joined: Pick<MySeats, "commitment" | "entropy" | "isAdded" | "code" | "isFurther" | "isRematch"> = {},
): string {
  myTables.remember(opened.table, {
    game,
    title,
    keys: opened.yours.map(({ key }) => key),
    invitations: "invitations" in opened ? (opened.invitations ?? []) : [],
    opened: Date.now(),
    ...chanceOf(opened),
    ...joined,
    ...(joined.code ? { code: normalizedCode(joined.code) } : {}),
  });
  return opened.table;
}

/** The same for the seats that my account got: they are forgotten when I sign out. */
export const rememberAccountSeats = (mySeats: wire.SeatTaken, game: string, title: string): string =>
  rememberSeats(mySeats, game, title, { isFurther: true });

/** The hash that the server has shown, and what this browser adds. Another browser of the same account may be at the seat,
 *  or the game may have begun: the table says whether it counts. */
export function chanceOf(opened: wire.TableOpened | wire.SeatTaken): Pick<MySeats, "commitment" | "entropy" | "isAdded"> {
  const { commitment = "" } = opened;
  return commitment ? { commitment, entropy: newEntropy(), ...("invitations" in opened ? {} : { isAdded: false }) } : {};
}

/** The table has let this browser in: does what it adds to the dice count? */
export function noteAdded(table: string, mayAdd: boolean): void {
  const seats = myTables.all[table];
  if (seats?.isAdded === false && mayAdd) myTables.remember(table, { ...seats, isAdded: true });
}

/** The code of an invitation however it was typed. */
const normalizedCode = (code: string): string => code.toUpperCase().replace(/[^0-9A-Z]/g, "");

/** The table where an invitation with this code has given me a seat; null: none that I know. */
export function tableOfCode(code: string): string | null {
  const wanted = normalizedCode(code);
  return Object.entries(myTables.all).find(([, seats]) => seats.code === wanted)?.[0] ?? null;
}

/** An idempotency key of 128 random bits, for a request that is repeated if its answer is lost. Not `crypto.randomUUID`,
 *  which is missing on pages that are served over plain http. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

/** What a seat adds to the dice: 128 random bits, in hexadecimal digits. */
export const newEntropy = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Replace the keys of my seats at a table, which signs out everybody else who has them. */
export async function renewKeys(table: string): Promise<void> {
  const seats = myTables.all[table];
  if (!seats) return;
  const { yours } = await api.renewKeys({ table, keys: [...seats.keys] });
  myTables.remember(table, { ...seats, keys: yours.map(({ key }) => key) });
}

/** Open a table with me in the first seat and bots in all others; returns its id. */
export async function openAgainstBot(
  game: string, how: Pick<wire.NewTable, "options" | "map_rows"> = {}, level = preferences.level,
): Promise<string> {
  const shape = await api.shape(game, how.options ?? {}, how.map_rows);
  const seats = shape.seats.map((seat, i): wire.SeatPlan =>
    i === 0
      ? { seat, who: "me", name: preferences.name }
      : { seat, who: "bot", level },
  );
  const opened = await api.open({ game, seats, color: preferences.color, ...how });
  return rememberSeats(opened, game, shape.title);
}
