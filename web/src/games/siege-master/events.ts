// What the last turns did: the army, the fortresses that it captured, and the areas that it closed (R5, R6).

import { byName, type Cell } from "../../scene/scene";
import type { Happening } from "../view";
import { areaOf, hexesOf } from "./land";

export interface ArmyPlaced {
  readonly seat: string;
  readonly hexes: readonly Cell[];
  readonly isSwap: boolean; // Red's army, which Blue took over
  readonly captured: readonly string[]; // fortresses
  readonly closed: readonly Cell[]; // the areas around them
}

/** What was done; nothing where the steps do not fit the positions. */
export function eventsOf({ steps, before, scene }: Happening): ArmyPlaced[] {
  if (!before) return [];
  const was = byName(before);
  const fallen = (seat: string): Cell[] =>
    scene.cells.filter((cell) => cell.ground === "fortress" && cell.seat === seat && was.get(cell.name)?.seat === null);
  return steps.flatMap(({ actor, token }): ArmyPlaced[] => {
    const isSwap = token === "swap";
    const hexes = isSwap ? scene.cells.filter(({ piece }) => piece) : token.includes("-") ? hexesOf(token, scene) : [];
    if (hexes.length === 0) return [];
    const captured = isSwap ? [] : fallen(actor);
    const closed = new Set(captured.flatMap((cell) => areaOf(scene, cell)));
    return [{ seat: actor, hexes, isSwap, captured: captured.map(({ name }) => name), closed: [...closed] }];
  });
}
