// Checks every chance outcome of a finished game against the secret that the server opened, by code of the page's own.
// The method is described in src/siegeworks/play/provable_chance.py.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type * as wire from "../wire";

const VERSION = "siegeworks-chance-1";
const WORD = 1n << 64n;

/** An outcome that does not follow from the secret. */
export interface Wrong {
  readonly step: number;
  readonly token: string; // as played
  readonly expected: string; // what the secret gives
}

export interface Verdict {
  readonly outcomes: number; // checked
  readonly wrong: readonly Wrong[];
  readonly fits: boolean; // is the secret the one that the server committed to?
  readonly isIncluded: boolean; // did this browser's number count?
  readonly isFair: boolean; // all of this
}

/** Whether the outcomes of a game follow from the secret that was opened.
 *  `commitment` is what this page was shown before the game, `mine` what it added; "": nothing. */
export function verify(opened: wire.OpenedChance, commitment: string, mine = ""): Verdict {
  const secret = hexToBytes(opened.secret);
  const wrong = opened.draws.flatMap(({ step, weights, token }) => {
    const expected = tokenAt(numberOf(keyOf(secret, opened.entropy, step), step, totalOf(weights)), weights);
    return expected === token ? [] : [{ step, token, expected }];
  });
  const fits = bytesToHex(sha256(secret)) === commitment;
  const isIncluded = mine === "" || opened.entropy.some(({ text }) => text === mine);
  return { outcomes: opened.draws.length, wrong, fits, isIncluded, isFair: fits && isIncluded && wrong.length === 0 };
}

function keyOf(secret: Uint8Array, entropy: readonly wire.SeatEntropy[], step: number): Uint8Array {
  const added = entropy.filter((entry) => entry.step <= step).map(({ seat, text }) => `${seat}=${text}`);
  return hmac(sha256, secret, utf8ToBytes([VERSION, ...added].join("\n")));
}

/** The number from 0 to total − 1 that decides a step. */
export function numberOf(key: Uint8Array, step: number, total: bigint): bigint {
  const bound = WORD - (WORD % total);
  for (let attempt = 0; ; attempt += 1) {
    const digest = hmac(sha256, key, utf8ToBytes(`${step} ${attempt}`));
    const number = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
    if (number < bound) return number % total;
  }
}

const totalOf = (weights: readonly wire.OutcomeWeight[]): bigint =>
  weights.reduce((sum, { weight }) => sum + BigInt(weight), 0n);

/** The first outcome whose weight, added to those of all before it, is larger than the number. */
function tokenAt(number: bigint, weights: readonly wire.OutcomeWeight[]): string {
  let sum = 0n;
  for (const { token, weight } of weights) {
    sum += BigInt(weight);
    if (number < sum) return token;
  }
  return "";
}
