// What the last turns did, worked out again from their steps (R4, R5).

import { byName } from "../../scene/scene";
import type * as wire from "../../wire";
import type { Happening } from "../view";
import { scoresAt, sumsOf, towersOf, viewsFrom } from "./lines";

/** A stone that was placed, and what it scored. */
export interface StonePlaced {
  readonly kind: "stone";
  readonly seat: string; // who placed it
  readonly circle: string;
  readonly scores: readonly wire.Points[];
  readonly sums: ReadonlyMap<string, number>;
}

/** A tower that was placed, moved or taken back. */
export interface TowerSet {
  readonly kind: "tower";
  readonly seat: string;
  readonly from: string | null; // null: the hand
  readonly circle: string | null; // null: back into the hand
  readonly views: readonly string[]; // how far it looks
}

export type TurnEvent = StonePlaced | TowerSet;

const TOWER = /^(?:T@|(\w\d)-)(\w\d)$/;
const BACK = /^-(\w\d)$/;
const STONE = /^[LR]@(\w\d)$/;

/** What was done; nothing where the steps do not fit the positions. */
export function eventsOf({ steps, before, scene }: Happening, seats: number): TurnEvent[] {
  if (!before) return [];
  const towers = towersOf(before);
  const now = byName(scene);
  return steps.flatMap(({ actor, token }): TurnEvent[] => {
    const [, from = null, to] = TOWER.exec(token) ?? [];
    if (to) {
      if (from) towers.delete(from);
      towers.set(to, actor);
      return [{ kind: "tower", seat: actor, from, circle: to, views: viewsFrom(towers, to) }];
    }
    const [, back] = BACK.exec(token) ?? [];
    if (back) {
      towers.delete(back);
      return [{ kind: "tower", seat: actor, from: back, circle: null, views: [] }];
    }
    const [, circle] = STONE.exec(token) ?? [];
    const color = circle && now.get(circle)?.piece?.color;
    if (!circle || !color) return [];
    const scores = scoresAt(towers, seats, circle, color);
    return [{ kind: "stone", seat: actor, circle, scores, sums: sumsOf(scores) }];
  });
}
