// Checks every chance outcome of a finished game against the secret that the server opened, by code of the page's own.
// The method is described in src/siegeworks/play/provable_chance.py.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type * as wire from "../wire";

const VERSION = "siegeworks-chance-1";
const WORD = 1n << 64n;

/** An outcome that does not follow from the secret, or is not the one that was shown. */
export interface Wrong {
  readonly step: number;
  readonly token: string; // as the server says now; "": it says nothing
  readonly expected: string; // what the secret gives, or what was shown; "": nothing
}

/** What chance did at a step, as this page was shown it. */
export interface Outcome {
  readonly step: number;
  readonly token: string; // "?": it was hidden
}

/** What this page was shown of chance: first what it saw during the game, else what the game's steps say now. */
export const shownBy = (steps: readonly wire.Step[], drawn: ReadonlyMap<number, string>): readonly Outcome[] =>
  steps.flatMap(({ actor, token }, step) => (actor === "chance" ? [{ step, token: drawn.get(step) ?? token }] : []));

export interface Verdict {
  readonly outcomes: number; // checked
  readonly elsewhere: number; // steps that were played before the table was opened, whose outcomes are not checked
  readonly wrong: readonly Wrong[]; // does not follow
  readonly changed: readonly Wrong[]; // is not what was shown
  readonly fits: boolean; // is the secret the one that the server committed to?
  readonly isIncluded: boolean; // did this browser's number count from the first outcome on?
  readonly isFair: boolean; // all of this
}

/** Whether the outcomes of a game are those that were shown, and follow from the secret that was opened. How likely each
 *  of them was is the server's word; `siegeworks verify` works that out from the rules.
 *  `commitment` is what this page was shown before the game, `mine` what it added; "": nothing. */
export function verify(opened: wire.OpenedChance, commitment: string, mine: string, shown: readonly Outcome[]): Verdict {
  const secret = hexToBytes(opened.secret);
  const wrong = opened.draws.flatMap(({ step, weights, token }) => {
    const expected = tokenAt(numberOf(keyOf(secret, opened.entropy, step), step, totalOf(weights)), weights);
    return expected === token ? [] : [{ step, token, expected }];
  });
  const fits = bytesToHex(sha256(secret)) === commitment;
  const elsewhere = opened.first ?? 0;
  const changed = changesOf(opened.draws, shown.filter(({ step }) => step >= elsewhere));
  const firstDraw = Math.min(...opened.draws.map(({ step }) => step));
  const isIncluded = mine === "" || opened.entropy.some(({ text, step }) => text === mine && step <= firstDraw);
  const isFair = fits && isIncluded && wrong.length === 0 && changed.length === 0;
  return { outcomes: opened.draws.length, elsewhere, wrong, changed, fits, isIncluded, isFair };
}

/** Where the outcomes that the server tells now are not those that were shown; one may be missing on either side. */
function changesOf(draws: readonly wire.ChanceDraw[], shown: readonly Outcome[]): readonly Wrong[] {
  const drawn = new Map(draws.map(({ step, token }) => [step, token]));
  const seen = new Map(shown.map(({ step, token }) => [step, token]));
  const steps = [...new Set([...drawn.keys(), ...seen.keys()])].sort((a, b) => a - b);
  return steps.flatMap((step) => {
    const [token = "", expected = ""] = [drawn.get(step), seen.get(step)];
    return token === expected || (expected === "?" && token !== "") ? [] : [{ step, token, expected }];
  });
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
