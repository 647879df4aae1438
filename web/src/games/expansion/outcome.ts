// What a move would do, as far as the values are known (R5 to R7).

import { byName, type Piece, type Scene } from "../../scene/scene";
import type { Battle } from "../view";
import { outcomeOf } from "./battle";
import { between, type Capture } from "./events";
import { type Tile, tilesOf } from "./tiles";

export interface Attack {
  readonly own: Piece;
  readonly enemy: Piece;
  readonly outcome: Battle["outcome"]; // null: a value is not known
}

export interface Outcome {
  readonly from: string;
  readonly to: string;
  readonly over: string | null;
  readonly attack: Attack | null;
  readonly captured: readonly Capture[]; // if an attack that is not decided is won
  /** The tile it goes to, if nobody captures it, and how many minions more than the enemy one would have. */
  readonly open: { readonly tile: Tile; readonly lead: number } | null;
}

const MOVE = /^(\w+)-(\w+)$/;

export function outcomeOfMove(token: string, scene: Scene, seat: string): Outcome | null {
  const [, from, to] = MOVE.exec(token) ?? [];
  const cells = byName(scene);
  const own = cells.get(from ?? "")?.piece;
  if (!from || !to || !own || !cells.has(to)) return null;
  const enemy = cells.get(to)?.piece ?? null;
  const attack = enemy && { own, enemy, outcome: outcomeOf(own.text, enemy.text) };
  const winner = !attack ? own
    : attack.outcome === "defender" ? attack.enemy
    : attack.outcome === "fall" ? null
    : own;
  const after = {
    ...scene,
    cells: scene.cells.map((cell) =>
      cell.name === from ? { ...cell, piece: null } : cell.name === to ? { ...cell, piece: winner } : cell,
    ),
  };
  const tiles = tilesOf(after).filter(({ owner }) => owner === null);
  const captured = tiles.flatMap(({ name, lead }): Capture[] =>
    Math.abs(lead) >= 2 ? [{ tile: name, seat: lead > 0 ? "suns" : "moons" }] : [],
  );
  const tile = tiles.find((one) => one.cells.some(({ name }) => name === to));
  const isOpen = tile && !captured.some((capture) => capture.tile === tile.name);
  const lead = (seat === "suns" ? 1 : -1) * (tile?.lead ?? 0);
  return { from, to, over: between(from, to), attack, captured, open: isOpen ? { tile, lead } : null };
}
