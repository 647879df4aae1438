// Parts of the sentences that explain a game.

import { seatName } from "./seats";

const AND = new Intl.ListFormat("en-GB"); // without a comma before "and"

/** "a, b and c". */
export const listed = (items: Iterable<string>): string => AND.format(items);

/** "1 hex", "3 hexes". */
export const counted = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

/** A seat in a sentence: "the Suns", "Red". */
export function inSentence(seat: string): string {
  const name = seatName(seat);
  return name.endsWith("s") ? `the ${name}` : name;
}

/** The same at its beginning. */
export function atStart(seat: string): string {
  const name = seatName(seat);
  return name.endsWith("s") ? `The ${name}` : name;
}
