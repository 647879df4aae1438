// The tables where this browser has seats, with the seat keys that prove it, and the games that its user has met.

import { readStored, writeStored } from "./storage";

export interface MySeats {
  readonly game: string;
  readonly title: string;
  readonly keys: readonly string[];
  readonly invitations: readonly { seat: string; code: string }[];
  readonly opened: number; // milliseconds since 1970
  readonly over?: boolean; // as far as this browser has seen
  readonly commitment?: string; // the hash of the server's secret, from which the dice follow
  readonly entropy?: string; // what this browser adds to the dice
  readonly isAdded?: boolean; // false: the server has not said yet that it counts, or it came too late
  readonly isFurther?: boolean; // they came with the account, and go when it signs out
  readonly code?: string; // of the invitation that gave me my seat
  readonly isRematch?: boolean; // it was offered where the others have played
}

const KEY = "siegeworks.tables";
const MAX_TABLES = 40;

class MyTables {
  all = $state.raw<Record<string, MySeats>>(readStored<Record<string, MySeats>>(KEY, {}));

  constructor() {
    // Another tab has opened a table: else what this one writes would forget its keys.
    globalThis.addEventListener?.("storage", ({ key }) => {
      if (key === KEY) this.all = readStored<Record<string, MySeats>>(KEY, {});
    });
  }

  /** Remember my seats at a table; the oldest tables are forgotten, first those that are over. */
  remember(table: string, seats: MySeats): void {
    const all = Object.entries({ ...this.all, [table]: seats });
    const kept = all.sort(([, a], [, b]) => Number(a.over ?? false) - Number(b.over ?? false) || b.opened - a.opened);
    this.all = Object.fromEntries(kept.slice(0, MAX_TABLES));
    writeStored(KEY, this.all);
  }

  forget(table: string): void {
    this.all = Object.fromEntries(Object.entries(this.all).filter(([id]) => id !== table));
    writeStored(KEY, this.all);
  }

  /** Remember that the game at a table is over, if I have a seat there. */
  markOver(table: string): void {
    const seats = this.all[table];
    if (!seats || seats.over) return;
    this.all = { ...this.all, [table]: { ...seats, over: true } };
    writeStored(KEY, this.all);
  }
}

export const myTables = new MyTables();

const MET_KEY = "siegeworks.met";

class Met {
  kept = $state.raw<Readonly<Record<string, boolean>>>(readStored(MET_KEY, {})); // by game

  /** Is this the first table of the game, and the introduction not answered yet? */
  isNew(game: string): boolean {
    return !this.kept[game] && Object.values(myTables.all).filter((table) => table.game === game).length < 2;
  }

  add(game: string): void {
    this.kept = { ...this.kept, [game]: true };
    writeStored(MET_KEY, this.kept);
  }
}

export const met = new Met();
