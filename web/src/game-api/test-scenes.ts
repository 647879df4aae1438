// Scenes for tests, and what tests of several games ask.

import { expect, test } from "vitest";
import type { PieceInfo, PieceInfoOf } from "./explanations";
import { type MoveContext, type MoveGrammar, type Pick, PickTree } from "./grammar";
import { byName, type Cell, type Piece, type Scene, type Shape, type Tray } from "./scene";

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

/** The same scene, told how far one piece reaches and what that comes to. */
export function withReach(shown: Scene, place: string, places: readonly string[], sentence = ""): Scene {
  return { ...shown, reaches: new Map([...(shown.reaches ?? []), [place, { places, sentence }]]) };
}

/** The context of a seat's move. */
export function contextOf(seat: string, shown: Scene = scene("squares", [])): MoveContext {
  return { scene: shown, seat, seats: [seat] };
}

/** A test for each token: its picks reach it, and no others. */
export function testPicks(grammar: MoveGrammar, cases: readonly (readonly [string, MoveContext, string, readonly Pick[]])[]): void {
  test.each(cases)("%s: the token is reached by its picks and no others", (_, context, token, picks) => {
    const tree = PickTree.of([token], grammar, context);
    expect(tree.after(picks)?.complete).toBe(true);
    expect(tree.after(picks)?.tokens).toEqual([token]);
    expect(tree.after(["place:zz"])).toBeNull();
  });
}

/** What is said about the place with a name, or about its piece. */
export const infoOf = (pieceInfo: PieceInfoOf) => (name: string, shown: Scene): PieceInfo | null => {
  const at = byName(shown).get(name);
  return at ? pieceInfo(at.piece, at, shown) : null;
};
