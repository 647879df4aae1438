// How far a piece moves (R7): step by step over empty spaces; a Commander also over its own Armies.

import { neighbours } from "../../board/layout";
import { byName, type Cell, type Scene } from "../../scene/scene";

/** The shortest paths from a piece's space to all empty spaces within reach, both ends included. */
export function shortestPaths(scene: Scene, start: string): ReadonlyMap<string, readonly string[]> {
  const cells = byName(scene);
  const piece = cells.get(start)?.piece;
  const found = new Map<string, readonly string[]>([[start, [start]]]);
  const passable = (cell: Cell): boolean =>
    !cell.piece || (piece?.kind === "commander" && cell.piece.seat === piece.seat);
  for (const [name, path] of found) {
    const cell = cells.get(name);
    for (const next of cell ? neighbours(cell, scene.shape, scene.cells) : []) {
      if (!found.has(next.name) && passable(next)) found.set(next.name, [...path, next.name]);
    }
  }
  return new Map([...found].filter(([name]) => name !== start && !cells.get(name)?.piece));
}
