// What the last turns did: a walk, a jump or an attack, and the tiles that were captured (R5 to R7).

import { byName, type Piece } from "../../scene/scene";
import type { Happening } from "../view";
import { battle } from "./battle";
import { tilesOf } from "./tiles";

export interface Capture {
  readonly tile: string;
  readonly seat: string;
}

export interface MinionMoved {
  readonly seat: string;
  readonly from: string;
  readonly to: string;
  readonly over: string | null; // the cell that was jumped over
  readonly isAttack: boolean;
  readonly fallen: readonly Piece[];
  readonly captured: readonly Capture[];
}

const MOVE = /^(\w+)-(\w+)$/;

/** The cell between two that are two steps apart in any of eight directions; null if they are not. */
export function between(from: string, to: string): string | null {
  const [file, rank] = [0, 1].map((i) => (from.charCodeAt(i) + to.charCodeAt(i)) / 2);
  const isMiddle = Number.isInteger(file) && Number.isInteger(rank);
  return isMiddle && from !== to ? String.fromCharCode(file ?? 0, rank ?? 0) : null;
}

/** What was done; nothing where the steps do not fit the positions. */
export function eventsOf({ steps, before, scene }: Happening): MinionMoved[] {
  if (!before) return [];
  const owners = new Map(tilesOf(before).map(({ name, owner }) => [name, owner]));
  const captured = tilesOf(scene).flatMap(({ name, owner }) =>
    owner && owners.get(name) === null ? [{ tile: name, seat: owner }] : [],
  );
  const moves = steps.filter(({ token }) => MOVE.test(token));
  return moves.flatMap((step, i): MinionMoved[] => {
    const [, from, to] = MOVE.exec(step.token) ?? [];
    if (!from || !to || !byName(scene).has(from) || !byName(scene).has(to)) return [];
    const isLast = i === moves.length - 1;
    const fight = battle([step], before, scene);
    const isAttack = fight !== null || (moves.length === 1 && byName(before).get(to)?.piece != null);
    const fallen =
      fight?.outcome === "fall" ? [fight.attacker, fight.defender]
      : fight?.outcome === "attacker" ? [fight.defender]
      : fight?.outcome === "defender" ? [fight.attacker]
      : [];
    return [{ seat: step.actor, from, to, over: between(from, to), isAttack, fallen, captured: isLast ? captured : [] }];
  });
}
