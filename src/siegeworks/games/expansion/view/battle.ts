import type { Battle, GameView } from "game-api/view";

/** Who wins (R6); null if a value is not known. */
export function outcomeOf(attacker: string, defender: string): Battle["outcome"] {
  if (attacker === "A" || defender === "A") return "fall";
  if (![attacker, defender].every((value) => /^[0-9]$/.test(value))) return null;
  if (attacker === defender) return "fall";
  return attacker > defender ? "attacker" : "defender";
}

/** The combat of the last step (R6): `shown` is "5x3", the mover's value first. */
export const battle: NonNullable<GameView["battle"]> = (steps) => {
  const step = steps.at(-1);
  const [mover, other] = step?.shown?.split("x") ?? [];
  if (!step || !mover || !other) return null;
  const minion = (seat: string, text: string) => ({
    kind: "minion", seat, text, face_down: false, color: null,
  });
  return {
    attacker: minion(step.actor, mover),
    defender: minion(step.actor === "suns" ? "moons" : "suns", other),
    helper: null,
    outcome: outcomeOf(mover, other),
  };
};
