// The tables where this browser has seats, and the tokens that prove it.

import { readStored, writeStored } from "./storage";

export interface MySeats {
  readonly game: string;
  readonly title: string;
  readonly tokens: readonly string[];
  readonly invitations: readonly { seat: string; code: string }[];
  readonly opened: number; // milliseconds since 1970
}

const KEY = "siegeworks.tables";
const MAX_TABLES = 40;

class MyTables {
  all = $state.raw<Record<string, MySeats>>(readStored<Record<string, MySeats>>(KEY, {}));

  /** Remember my seats at a table; the oldest tables are forgotten. */
  remember(table: string, seats: MySeats): void {
    const all = Object.entries({ ...this.all, [table]: seats });
    const newest = all.sort(([, a], [, b]) => b.opened - a.opened).slice(0, MAX_TABLES);
    this.all = Object.fromEntries(newest);
    writeStored(KEY, this.all);
  }
}

export const myTables = new MyTables();
