// A battle with both pips and the reinforcement (R5), from the steps and what they turned up.

import { byName, type Piece, type Scene } from "../../scene/scene";
import type * as wire from "../../wire";
import type { Battle } from "../face";
import { SYMBOLS } from "./symbols";

const ATTACK = /^(\w\d)x(\w\d)$/;
const CALL = /^\+(\w\d)$/;

const army = (seat: string): string => (seat === "south" ? "S" : "N");
const enemy = (seat: string): string => (seat === "south" ? "north" : "south");

function ofLetter(letter: string, seat: string): Piece | null {
  const found = Object.entries(SYMBOLS).find(([, symbol]) => symbol.letter === letter);
  if (!found) return null;
  const [kind, { pips }] = found;
  return { kind, seat, text: `${letter}${pips}`, face_down: false, color: null };
}

/** A tile that a step turned up, or else the one that lay there face up before. */
function fighter(letter: string, seat: string, at: string, scenes: readonly (Scene | null)[]): Piece | null {
  const lay = scenes.map((scene) => scene && byName(scene).get(army(seat) + at)?.piece);
  const seen = lay.find((piece) => piece?.seat === seat && SYMBOLS[piece.kind]);
  return ofLetter(letter, seat) ?? (seen ? { ...seen, face_down: false } : null);
}

export function battle(
  steps: readonly wire.Step[],
  before: Scene | null,
  now: Scene,
): Battle | null {
  const answer = steps.at(-1);
  const attack = ATTACK.test(answer?.token ?? "") ? answer : steps.at(-2);
  const [, from, at] = ATTACK.exec(attack?.token ?? "") ?? [];
  if (!attack || !answer || !from || !at) return null;
  const [chosen = "", attacked = ""] = attack.shown?.split(",")[0]?.split("x") ?? [];
  const other = enemy(attack.actor);
  const attacker = fighter(chosen, attack.actor, from, [before, now]);
  const defender = fighter(attacked, other, at, [before, now]);
  if (!attacker || !defender) return null;
  const [, called] = CALL.exec(answer.token) ?? [];
  const shown = answer.shown?.split(",")[0] ?? "";
  return { attacker, defender, helper: called ? fighter(shown, other, called, [before]) : null };
}
