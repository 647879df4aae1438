// My games, with what the server says about them while the page is looked at.

import { api } from "../net/api";
import { failureOf } from "../net/attempt.svelte";
import { type MySeats, myTables } from "../net/my-tables.svelte";
import type * as wire from "../wire";
import { inOrder, type MyGame, myGame } from "./my-game";

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
