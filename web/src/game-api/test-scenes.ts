// Scenes for tests.

import type { MoveContext } from "./grammar";
import type { Cell, Piece, Scene, Shape, Tray } from "./scene";

export function piece(kind: string, seat: string | null, text = ""): Piece {
  return { kind, seat, text, face_down: false, color: null };
}

export function cell(name: string, x: number, y: number, more: Partial<Cell> = {}): Cell {
  return { name, x, y, ground: "land", seat: null, piece: null, border: [], ...more };
}

export function scene(shape: Shape, cells: readonly Cell[], trays: readonly Tray[] = []): Scene {
  return { shape, cells, trays, chains: [], notes: [], goal: "", task: "" };
}

/** A map drawn as text, as the rules of Siege Master write one: `.` land, `F` fortress, `r` an army. */
export function map(...lines: readonly string[]): Scene {
  const cells = lines.flatMap((line, y) =>
    [...line].flatMap((sign, x) => {
      if (sign === " ") return [];
      const name = `${"abcdefghij"[y]}${Math.floor(x / 2) + 1}`;
      const ground = sign === "F" ? "fortress" : "land";
      return [cell(name, x, y, { ground, piece: sign === "r" ? piece("army", "red") : null })];
    }),
  );
  return scene("hexes", cells);
}

/** The context of a seat's move. */
export function contextOf(seat: string, shown: Scene = scene("squares", [])): MoveContext {
  return { scene: shown, seat, seats: [seat] };
}
