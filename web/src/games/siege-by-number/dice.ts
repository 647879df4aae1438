// Which die a walk spends (R7): the lowest that suffices.

import type { Scene } from "../../scene/scene";

export const FACES = "0A2345";

/** How many steps a die lets a piece walk. */
export const stepsOf = (die: string): number => FACES.indexOf(die);

/** The dice that are left, from low to high, and whose they are. */
export function diceLeft(scene: Scene): { readonly seat: string | null; readonly dice: readonly string[] } {
  const tray = scene.trays.find(({ title }) => title === "dice");
  return { seat: tray?.seat ?? null, dice: tray?.pieces.filter(({ spent }) => !spent).map(({ text }) => text) ?? [] };
}

/** The die that a walk of this many steps spends; null if none is enough. */
export function spentDie(dice: readonly string[], steps: number): string | null {
  const enough = dice.filter((die) => stepsOf(die) >= steps);
  return enough.toSorted((a, b) => stepsOf(a) - stepsOf(b))[0] ?? null;
}
