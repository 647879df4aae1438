// How far a piece moves (R7): step by step over empty spaces; a Commander also over its own Armies.

import { neighbours } from "game-api/layout";
import type { Cell, Piece, Scene } from "game-api/scene";

/** What stands where, by the names of spaces. */
export type PiecesBySpace = ReadonlyMap<string, Piece>;

export function piecesBySpace(scene: Scene): Map<string, Piece> {
  return new Map(scene.cells.flatMap(({ name, piece }) => (piece ? [[name, piece] as const] : [])));
}

const NEIGHBOURS = new WeakMap<readonly Cell[], ReadonlyMap<string, readonly string[]>>();

/** The spaces next to each; computed once per scene. */
export function neighboursOf({ cells, shape }: Scene): ReadonlyMap<string, readonly string[]> {
  const found = NEIGHBOURS.get(cells) ??
    new Map(cells.map((cell) => [cell.name, neighbours(cell, shape, cells).map(({ name }) => name)]));
  NEIGHBOURS.set(cells, found);
  return found;
}

/** The shortest paths from a piece's space to all empty spaces within reach, both ends included. */
export function shortestPaths(
  scene: Scene, start: string, pieces: PiecesBySpace = piecesBySpace(scene),
): ReadonlyMap<string, readonly string[]> {
  const near = neighboursOf(scene);
  const piece = pieces.get(start);
  const found = new Map<string, readonly string[]>([[start, [start]]]);
  const isPassable = (name: string): boolean => {
    const other = pieces.get(name);
    return !other || (piece?.kind === "commander" && other.seat === piece.seat);
  };
  for (const [name, path] of found) {
    for (const next of near.get(name) ?? []) {
      if (!found.has(next) && isPassable(next)) found.set(next, [...path, next]);
    }
  }
  return new Map([...found].filter(([name]) => name !== start && !pieces.has(name)));
}
