// Where a player means to lay out the tiles: nothing of it is sent before it is confirmed. A draft is a map
// from places to letters; all functions return a new one. Ready-made ones are our suggestions: the rules have none.

import { type Army, isOpen } from "./army";

export type Draft = ReadonlyMap<string, string>;

/** The letters of the tiles that have no place yet, each as often as it is left. */
export function remaining({ left }: Army, draft: Draft): string[] {
  const placed = [...draft.values()];
  return left.filter((letter) => {
    const at = placed.indexOf(letter);
    if (at >= 0) placed.splice(at, 1);
    return at < 0;
  });
}

/** The places that are still free, in the order of the rules. */
export function freePlaces(army: Army, draft: Draft): string[] {
  return army.places.filter((place) => isOpen(army, place) && !draft.has(place));
}

/** Put a tile from the tray on a place; one that lay there goes back to the tray. */
export function put(army: Army, draft: Draft, place: string, letter: string): Draft {
  const without = take(draft, place);
  if (!isOpen(army, place) || !remaining(army, without).includes(letter)) return draft;
  return new Map(without).set(place, letter);
}

/** Take the tile on a place back. */
export function take(draft: Draft, place: string): Draft {
  return new Map([...draft].filter(([at]) => at !== place));
}

/** Move a tile to another place; two tiles swap. */
export function move(army: Army, draft: Draft, from: string, to: string): Draft {
  const [moving, there] = [draft.get(from), draft.get(to)];
  if (moving === undefined || from === to || !isOpen(army, to)) return draft;
  const moved = new Map(take(draft, from)).set(to, moving);
  return there === undefined ? moved : moved.set(from, there);
}

/** Put the tiles that are left on the free places, at random. */
export function fillAtRandom(army: Army, draft: Draft): Draft {
  const tiles = shuffled(remaining(army, draft), Math.random);
  return new Map([...draft, ...freePlaces(army, draft).map((place, i): [string, string] => [place, tiles[i] ?? ""])]);
}

/** In random order, each order being equally likely. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}

/** What is left of a draft that was made earlier: tiles that lie now, or are used up, leave it. */
export function stillPossible(army: Army, draft: Draft): Draft {
  return army.places.reduce<Draft>((kept, place) => put(army, kept, place, draft.get(place) ?? ""), new Map());
}

/** The tokens that lay out the draft, in the order of the rules. */
export function tokensOf(army: Army, draft: Draft): string[] {
  return army.places.flatMap((place) => (draft.has(place) ? `${place}=${draft.get(place)}` : []));
}

export type FormationName = "shieldWall" | "spyScreen" | "longBow";

// The whole army, the front rank first.
const PLANS: Readonly<Record<FormationName, string>> = {
  shieldWall: "EAAE CEIC SICS AKSI",
  spyScreen: "SCSI AEAE CIEC AKSI",
  longBow: "AAAC ECEI SECS IKSI",
};

export const FORMATIONS = Object.keys(PLANS) as FormationName[];

/** A formation for what an army has left; a smaller army keeps the plan's order from front to back. */
export function formation(army: Army, name: FormationName): Draft {
  const plan = [...PLANS[name].replaceAll(" ", "")];
  const isWhole = army.places.length === plan.length;
  let draft: Draft = new Map();
  if (isWhole) army.places.forEach((place, i) => (draft = put(army, draft, place, plan[i] ?? "")));
  for (const letter of plan) {
    const [place] = freePlaces(army, draft);
    if (place && remaining(army, draft).includes(letter)) draft = put(army, draft, place, letter);
  }
  return draft;
}

// A draft is kept until it is laid out or the tab is closed, so that a page that is loaded again goes on.

const keyOf = (table: string, seat: string): string => `siegeworks.setup.${table}.${seat}`;

export function keptDraft(table: string, seat: string): Draft {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(keyOf(table, seat)) ?? "[]") as [string, string][]);
  } catch {
    return new Map();
  }
}

export function keep(table: string, seat: string, draft: Draft): void {
  try {
    if (draft.size > 0) sessionStorage.setItem(keyOf(table, seat), JSON.stringify([...draft]));
    else sessionStorage.removeItem(keyOf(table, seat));
  } catch {
    // Storage is full or disabled.
  }
}
