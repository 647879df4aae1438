// An army that is being laid out (R3), read from the scene.

import type { Piece, Scene } from "game-api/scene";
import { STILL_TO_LAY_OUT } from "../grammar";

/** The tiles of an army that lie, and those that do not. */
export interface Army {
  readonly seat: string;
  readonly places: readonly string[]; // like Sa1, in the order in which they are laid out
  readonly laid: ReadonlyMap<string, string>; // the letters of the tiles that lie for good, by their places
  readonly left: readonly string[]; // the letters of the others, each as often as it is left
  readonly tiles: ReadonlyMap<string, Piece>; // what a tile with this letter looks like
}

const letterOf = (piece: Piece): string => piece.text[0] ?? "";

const order = (name: string): string => `${name[2]}${name[1]}`; // a1 b1 c1 d1 a2 …

/** The army that the viewer of this scene has to lay out; null if there is none. */
export function armyOf({ cells, trays }: Scene): Army | null {
  const tray = trays.find(({ title, pieces }) => title === STILL_TO_LAY_OUT && pieces.length > 0);
  if (!tray?.seat) return null;
  const { seat, pieces } = tray;
  const own = cells.filter((cell) => cell.seat === seat);
  const known = own.flatMap(({ piece }) => (piece ? [piece] : []));
  return {
    seat,
    places: own.map(({ name }) => name).sort((a, b) => (order(a) < order(b) ? -1 : 1)),
    laid: new Map(own.flatMap(({ name, piece }) => (piece ? [[name, letterOf(piece)]] : []))),
    left: pieces.map(letterOf),
    tiles: new Map([...known, ...pieces].map((piece) => [letterOf(piece), { ...piece, face_down: true }])),
  };
}

/** The scene with these tiles on their places too. */
export function withTiles(scene: Scene, army: Army, draft: ReadonlyMap<string, string>): Scene {
  const drafted = (name: string): Piece | null => army.tiles.get(draft.get(name) ?? "") ?? null;
  return { ...scene, cells: scene.cells.map((cell) => ({ ...cell, piece: cell.piece ?? drafted(cell.name) })) };
}

export const shortName = (place: string): string => place.slice(1); // a1 for Sa1

/** Whether this is a place of the army that has no tile for good. */
export function isOpen(army: Army, place: string): boolean {
  return army.places.includes(place) && !army.laid.has(place);
}
