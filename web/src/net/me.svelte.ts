// What this browser keeps: a guest's name and colour, settings, and the tokens of seats.

import { isPersonal, PEOPLE } from "../look/people";

interface Kept {
  name: string;
  color: string;
  theme: "system" | "light" | "dark";
  sounds: boolean;
  confirm: boolean; // show a ghost and ask before a move is played
}

export interface MySeats {
  readonly game: string;
  readonly title: string;
  readonly tokens: readonly string[];
  readonly invitations: readonly { seat: string; code: string }[];
  readonly opened: number; // milliseconds since 1970
}

const ME = "siegeworks.me";
const TABLES = "siegeworks.tables";
const MOST_TABLES = 40;

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : ({ ...otherwise, ...JSON.parse(text) } as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays all the same, until it is closed.
  }
}

class Me {
  kept = $state<Kept>(
    read<Kept>(ME, {
      name: "",
      color: "",
      theme: "system",
      sounds: false,
      confirm: true,
    }),
  );

  constructor() {
    const colors = Object.values(PEOPLE);
    if (!isPersonal(this.kept.color)) this.kept.color = colors[Math.floor(Math.random() * colors.length)] ?? "";
  }

  tables = $state.raw<Record<string, MySeats>>(read<Record<string, MySeats>>(TABLES, {}));

  save(): void {
    write(ME, this.kept);
  }

  /** Remember that these seats are mine. */
  sit(table: string, seats: MySeats): void {
    const all = Object.entries({ ...this.tables, [table]: seats });
    const newest = all.sort(([, a], [, b]) => b.opened - a.opened).slice(0, MOST_TABLES);
    this.tables = Object.fromEntries(newest);
    write(TABLES, this.tables);
  }
}

export const me = new Me();
