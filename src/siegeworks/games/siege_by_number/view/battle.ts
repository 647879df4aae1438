// The last battle: an attack `xe6`, and the coins that were revealed after it (R8, R9).

import { byName, type Piece, type Scene } from "game-api/scene";
import type * as wire from "game-api/wire";
import type { Battle } from "game-api/view";

const ATTACK = /^x(\w+)$/;
const MOVE = /^\w+-(\w+)$/;
const SHOWN = /^(\w+)=([0A2345])$/;

/** Null beats 5; null and ace beat the Commander; otherwise the higher value wins (R8, R9). */
export function outcomeOf(attacker: Piece, defender: Piece): Battle["outcome"] {
  const [mine, other] = [attacker, defender].map(({ text }) => "0A2345".indexOf(text || "?")) as [number, number];
  if (mine < 0) return null;
  if (defender.kind === "commander") return mine < 2 ? "attacker" : "defender";
  if (other < 0) return null;
  if (mine === other) return "stay";
  const wins = Math.abs(mine - other) === 5 ? mine === 0 : mine > other;
  return wins ? "attacker" : "defender";
}

export function battle(steps: readonly wire.Step[], before: Scene | null, now: Scene): Battle | null {
  const at = steps.findLastIndex((step) => step.actor !== "chance");
  const [, defended] = ATTACK.exec(steps[at]?.token ?? "") ?? [];
  const [, attacking] = MOVE.exec(steps[at - 1]?.token ?? "") ?? [];
  if (!defended || !attacking) return null;
  const values = new Map(
    steps.slice(at + 1).flatMap(({ token }) => {
      const [, place, value] = SHOWN.exec(token) ?? [];
      return place && value ? [[place, value] as const] : [];
    }),
  );
  const fighter = (place: string): Piece | null => {
    const seen = [before, now].map((scene) => scene && byName(scene).get(place)?.piece);
    const piece = seen.find((one) => one !== null && one !== undefined);
    return piece ? { ...piece, text: values.get(place) ?? piece.text, face_down: false } : null;
  };
  const [attacker, defender] = [fighter(attacking), fighter(defended)];
  return attacker && defender
    ? { attacker, defender, helper: null, outcome: outcomeOf(attacker, defender) }
    : null;
}
