// The last battle (R5), from the steps and the tiles they revealed.

import { byName, type Piece, type Scene } from "game-api/scene";
import type * as wire from "game-api/wire";
import type { Battle } from "game-api/view";
import { SYMBOLS } from "./symbols";

const ATTACK = /^(\w\d)x(\w\d)$/;
const CALL = /^\+(\w\d)$/;
const ANSWER = /^\+|^stand$/;

export const army = (seat: string): string => (seat === "south" ? "S" : "N");
export const enemy = (seat: string): string => (seat === "south" ? "north" : "south");

export function ofLetter(letter: string, seat: string): Piece | null {
  const found = Object.entries(SYMBOLS).find(([, symbol]) => symbol.letter === letter);
  if (!found) return null;
  const [kind, { pips }] = found;
  return { kind, seat, text: `${letter}${pips}`, face_down: false, color: null };
}

/** The tile with these pips that may pay a ransom (R9), face up; never the King. */
export function ofPips(worth: number, seat: string): Piece {
  const [kind = "", symbol] = Object.entries(SYMBOLS).find(([, one]) => one.pips === worth) ?? [];
  return { kind, seat, text: `${symbol?.letter ?? ""}${worth}`, face_down: false, color: null };
}

/** The tile that a step revealed, or else the one that was face up there before. */
export function fighter(letter: string, seat: string, at: string, scenes: readonly (Scene | null)[]): Piece | null {
  const candidates = scenes.map((scene) => scene && byName(scene).get(army(seat) + at)?.piece);
  const seen = candidates.find((piece) => piece?.seat === seat && SYMBOLS[piece.kind]);
  return ofLetter(letter, seat) ?? (seen ? { ...seen, face_down: false } : null);
}

export const pips = (piece: Piece): number => SYMBOLS[piece.kind]?.pips ?? 0;

/** Who wins by R5, with nobody else to call. */
export function outcomeOf(attacker: Piece, defender: Piece, helper: Piece | null): Battle["outcome"] {
  const against = pips(defender) + (helper ? pips(helper) : 0);
  if (pips(attacker) === against) return "fall";
  const caught = attacker.kind === "archer" && defender.kind === "spy"; // a Spy beats an Archer alone
  return pips(attacker) > against && !caught ? "attacker" : "defender";
}

/** Whether both tiles of an attack are still there because the defender may call another (R5). */
export function awaitsDefender({ shown = "" }: wire.Step, from: string, at: string, now: Scene): boolean {
  const [turned = "", alone] = shown.split(",");
  const letters = turned.split("x");
  const [attacker, defender] = [from, at].map((place, i) => {
    const piece = byName(now).get(place)?.piece;
    const symbol = piece && !piece.face_down ? SYMBOLS[piece.kind] : undefined;
    return piece && symbol && (!letters[i] || letters[i] === symbol.letter) ? piece : null;
  });
  if (!attacker || !defender || alone || turned === "alone" || defender.kind === "king") return false;
  return outcomeOf(attacker, defender, null) !== "defender";
}

export function battle(steps: readonly wire.Step[], before: Scene | null, now: Scene): Battle | null {
  const answer = steps.at(-1);
  const attack = ATTACK.test(answer?.token ?? "") ? answer : steps.at(-2);
  const [, from, at] = ATTACK.exec(attack?.token ?? "") ?? [];
  if (!attack || !answer || !from || !at) return null;
  if (answer !== attack && !ANSWER.test(answer.token)) return null; // a turn ago
  const [chosen = "", attacked = ""] = attack.shown?.split(",")[0]?.split("x") ?? [];
  const other = enemy(attack.actor);
  const attacker = fighter(chosen, attack.actor, from, [before, now]);
  const defender = fighter(attacked, other, at, [before, now]);
  if (!attacker || !defender) return null;
  const [, called] = CALL.exec(answer.token) ?? [];
  const shown = answer.shown?.split(",")[0] ?? "";
  const isThere = ({ kind, seat }: Piece, place: string): boolean =>
    byName(now).get(army(seat ?? "") + place)?.piece?.kind === kind;
  const helper = called ? fighter(shown, other, called, [before]) : null;
  // While both are still there, the defender may call another tile.
  const isWaiting = answer === attack && isThere(attacker, from) && isThere(defender, at);
  // Without the previous scene, tiles revealed earlier are unknown.
  const undecided = isWaiting || !before || (called !== undefined && !helper);
  return { attacker, defender, helper, outcome: undecided ? null : outcomeOf(attacker, defender, helper) };
}
