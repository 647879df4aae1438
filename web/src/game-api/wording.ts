// How pieces and seats are named in sentences, and what the server writes is printed.

import type { Piece } from "./scene";
import { isSeat, seatName } from "./seats";

/** A word with a capital. */
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The possessive of a name: "Red’s", "Suns’". */
export const possessive = (name: string): string => `${name}’${name.endsWith("s") ? "" : "s"}`;

/** Text from the server, with capitals at the beginning of sentences and the apostrophes of print; tokens
 *  (`c3-d4`, `done:`) stay as they are. */
export function serverText(words: string): string {
  return words.replaceAll("'", "’").replace(/(^|[.!?] )([a-z]+)(?=[ .,:’]|$)(:?)/g, (all, before: string, word: string, colon: string) =>
    colon && !isSeat(word) ? all : before + capital(word) + colon,
  );
}

/** Whose something is, after its name: "of Suns". */
export const ofSeat = (seat: string): string => `of ${seatName(seat)}`;

/** A piece in words: "minion 5 of Suns, face down"; `withoutValue`: the kinds whose text is a symbol. */
export function pieceText(piece: Piece, { withoutValue }: { readonly withoutValue?: readonly string[] }): string {
  const kind = piece.color && !piece.seat ? `${piece.color} ${piece.kind}` : piece.kind;
  const hasValue = /^[A-Za-z0-9]{1,2}$/.test(piece.text) && !piece.color && !withoutValue?.includes(piece.kind);
  const parts = [kind + (hasValue ? ` ${piece.text}` : "")];
  if (piece.seat) parts.push(ofSeat(piece.seat));
  return parts.join(" ") + (piece.face_down ? ", face down" : "");
}

const AND = new Intl.ListFormat("en-GB"); // without a comma before "and"

/** "a, b and c". */
export const listed = (items: Iterable<string>): string => AND.format(items);

/** "1 hex", "3 hexes". */
export const counted = (number: number, singular: string, plural = `${singular}s`): string => `${number} ${number === 1 ? singular : plural}`;

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
