// What to draw, as siegeworks.core.scene describes it: no colours, no pixels. The server sends the constant
// part once (wire.Board) and the rest with every view (wire.Scene); a Scene has both.

import type * as wire from "../wire";

export interface Piece {
  readonly kind: string;
  readonly seat: string | null;
  readonly text: string;
  readonly face_down: boolean;
  readonly color: string | null;
  readonly spent?: boolean; // used up, e.g. a die that has been played
}

export interface Cell {
  readonly name: string;
  readonly x: number; // in board units
  readonly y: number;
  readonly ground: string;
  readonly seat: string | null; // the owner of the ground
  readonly piece: Piece | null;
  readonly border: readonly string[];
  readonly barred?: boolean; // a rule keeps empty places like this one from being chosen now
  readonly closed?: boolean; // nothing can ever be placed here any more
}

/** How far what is on a place reaches now. */
export interface Reach {
  readonly places: readonly string[];
  readonly sentence: string; // what that comes to; may be empty
}

export interface Tray {
  readonly title: string;
  readonly pieces: readonly Piece[];
  readonly seat: string | null;
  readonly note: string;
}

export type Shape = "hexes" | "squares" | "circles" | "tiles";

export interface Scene {
  readonly shape: Shape;
  readonly cells: readonly Cell[];
  readonly trays: readonly Tray[];
  readonly chains: readonly (readonly string[])[]; // cells drawn as one piece
  readonly notes: readonly string[];
  readonly goal: string; // what wins, and how far each seat has come
  readonly task: string; // what the seat to act does now
  readonly worth?: Readonly<Record<string, Readonly<Record<string, number>>>>; // of a colour to a seat, if not 1
  readonly reaches?: ReadonlyMap<string, Reach> | null; // by place; null: not asked for
}

const FULL_SCENES = new WeakMap<wire.Scene, Scene>(); // each belongs to one board

/** A complete scene, with the defaults that the wire leaves out; computed once per scene. */
export function fullScene(board: wire.Board, now: wire.Scene): Scene {
  const full = FULL_SCENES.get(now) ?? completed(board, now);
  FULL_SCENES.set(now, full);
  return full;
}

function completed(board: wire.Board, now: wire.Scene): Scene {
  const spots = new Map(now.spots.map((spot) => [spot.at, spot]));
  const closed = new Set(now.closed);
  const cells = board.places.map((place, at): Cell => {
    const spot = spots.get(at);
    return {
      border: [],
      ...place,
      ground: spot?.ground ?? place.ground,
      seat: spot?.seat ?? null,
      piece: spot?.piece ? fullPiece(spot.piece) : null,
      barred: spot?.barred ?? false,
      closed: closed.has(at),
    };
  });
  const trays = (now.trays ?? []).map(({ pieces = [], ...tray }): Tray => ({ seat: null, note: "", ...tray, pieces: pieces.map(fullPiece) }));
  return {
    shape: board.shape as Shape,
    cells,
    trays,
    chains: now.chains ?? [],
    notes: now.notes ?? [],
    goal: now.goal ?? "",
    task: now.task ?? "",
    worth: board.worth ?? {},
    reaches: now.reaches ? reachesByPlace(now.reaches) : null,
  };
}

/** How far pieces reach, by their places. */
export const reachesByPlace = (reaches: readonly wire.Reach[]): ReadonlyMap<string, Reach> =>
  new Map(reaches.map(({ place, places, sentence }) => [place, { places, sentence: sentence ?? "" }]));

/** A piece with all its fields. */
export const fullPiece = (piece: wire.Piece): Piece =>
  ({ seat: null, text: "", face_down: false, color: null, spent: false, ...piece });

const CELLS_BY_NAME = new WeakMap<readonly Cell[], ReadonlyMap<string, Cell>>();

/** The cells of a scene by name; computed once per scene. */
export function byName({ cells }: Pick<Scene, "cells">): ReadonlyMap<string, Cell> {
  const map = CELLS_BY_NAME.get(cells) ?? new Map(cells.map((cell) => [cell.name, cell]));
  CELLS_BY_NAME.set(cells, map);
  return map;
}

/** The names of the cells that look different. */
export function changedCells(before: Scene, now: Scene): string[] {
  const was = byName(before);
  const look = ({ ground, seat, piece }: Cell): string => JSON.stringify([ground, seat, piece]);
  return now.cells.filter((cell) => {
    const old = was.get(cell.name);
    return !old || look(old) !== look(cell);
  }).map(({ name }) => name);
}
