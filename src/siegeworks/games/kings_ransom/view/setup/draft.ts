// Where a player means to lay out the tiles: nothing of it is sent before it is confirmed. A draft is a map
// from places to letters; all functions return a new one.

import { type Army, isOpen } from "./army";

export type Draft = ReadonlyMap<string, string>;

/** A number from 0 up to 1, as Math.random returns one. */
export type Random = () => number;

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
export function fillAtRandom(army: Army, draft: Draft, random: Random): Draft {
  const tiles = shuffled(remaining(army, draft), random);
  return new Map([...draft, ...freePlaces(army, draft).map((place, i): [string, string] => [place, tiles[i] ?? ""])]);
}

/** In random order, each order being equally likely. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
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
