// How far a piece walks (R7): step by step over empty spaces; a Commander over its own Armies too.

import { neighbours } from "../../board/layout";
import { byName, type Cell, type Scene } from "../../scene/scene";

/** The shortest ways from a piece's space to every empty space it can reach, start and end included. */
export function shortestPaths(scene: Scene, start: string): ReadonlyMap<string, readonly string[]> {
  const cells = byName(scene);
  const piece = cells.get(start)?.piece;
  const found = new Map<string, readonly string[]>([[start, [start]]]);
  const passable = (cell: Cell): boolean =>
    !cell.piece || (piece?.kind === "commander" && cell.piece.seat === piece.seat);
  for (const [name, way] of found) {
    const here = cells.get(name);
    for (const next of here ? neighbours(here, scene.shape, scene.cells) : []) {
      if (!found.has(next.name) && passable(next)) found.set(next.name, [...way, next.name]);
    }
  }
  return new Map([...found].filter(([name]) => name !== start && !cells.get(name)?.piece));
}
