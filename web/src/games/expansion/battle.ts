import type { GameView } from "../view";

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
    outcome: mover === other || mover === "A" || other === "A" ? "fall" : mover > other ? "attacker" : "defender",
  };
};
