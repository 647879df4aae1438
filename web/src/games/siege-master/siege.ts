// What an army would close and capture if it were placed (R6).

import type { Cell, Scene } from "../../scene/scene";
import { areaOf, closedLand, neighboursOf, placesIn } from "./land";

export interface Siege {
  readonly closed: readonly Cell[]; // hexes of the areas that it would close
  readonly captured: readonly string[]; // neutral fortresses in them
}

const SIEGES = new WeakMap<readonly Cell[], Map<string, Siege>>(); // the board draws it, and words tell it

/** What an army would close; computed once per scene. */
export function siegeOf(scene: Scene, army: readonly Cell[]): Siege {
  const known = SIEGES.get(scene.cells) ?? new Map<string, Siege>();
  SIEGES.set(scene.cells, known);
  const key = army.map(({ name }) => name).join("-");
  const siege = known.get(key) ?? besieged(scene, army);
  known.set(key, siege);
  return siege;
}

/** Only the areas beside the army can change. */
function besieged(scene: Scene, army: readonly Cell[]): Siege {
  const placed = new Set(army);
  const isWalled = (cell: Cell): boolean => cell.piece !== null || placed.has(cell);
  const seen = new Set<Cell>();
  const closed: Cell[] = [];
  const wasClosed = closedLand(scene);
  for (const start of army.flatMap((hex) => neighboursOf(scene, hex))) {
    if (isWalled(start) || seen.has(start) || wasClosed.has(start.name)) continue;
    const area = areaOf(scene, start, isWalled);
    for (const cell of area) seen.add(cell);
    if (placesIn(scene, area, isWalled) === 0) closed.push(...area);
  }
  const captured = closed.filter((cell) => cell.ground === "fortress" && cell.seat === null);
  return { closed, captured: captured.map(({ name }) => name) };
}
