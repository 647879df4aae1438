// Opening tables, and remembering the seats that one got there.

import type * as wire from "../wire";
import { api } from "./api";
import { me } from "./me.svelte";

const FIRST_LEVEL = 3; // of the bot that one plays at once

/** Keep the seats of a table that has just been opened or joined; its id. */
export function keep(opened: wire.TableOpened | wire.SeatTaken, game: string, title: string): string {
  me.sit(opened.table, {
    game,
    title,
    tokens: opened.yours.map(({ token }) => token),
    invitations: "invitations" in opened ? (opened.invitations ?? []) : [],
    opened: Date.now(),
  });
  return opened.table;
}

/** A name for a request that is sent again under it where the answer was lost: 128 random bits. */
export function newRequest(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

/** Have the tokens of my seats at a table replaced: whoever else has them is signed out. */
export async function renew(table: string): Promise<void> {
  const seats = me.tables[table];
  if (!seats) return;
  const { yours } = await api.renew({ table, tokens: [...seats.tokens] });
  me.sit(table, { ...seats, tokens: yours.map(({ token }) => token) });
}

/** Open a table where I have the first seat and bots all others; its id. */
export async function openAgainstBot(game: string): Promise<string> {
  const shape = await api.shape(game, {});
  const seats = shape.seats.map((seat, i): wire.SeatPlan =>
    i === 0
      ? { seat, who: "me", name: me.kept.name }
      : { seat, who: "bot", level: FIRST_LEVEL },
  );
  const opened = await api.open({ game, seats, color: me.kept.color });
  return keep(opened, game, shape.title);
}
