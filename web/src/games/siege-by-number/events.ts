// What the last turns did, worked out again from their steps: the way of each piece, the die that it spent,
// and the battles (R6 to R9).

import { byName, type Piece, type Scene } from "../../scene/scene";
import type { Battle, Happening } from "../view";
import { outcomeOf } from "./battle";
import { diceLeft, spentDie } from "./dice";
import { shortestPaths, piecesBySpace } from "./paths";

export interface Walk {
  readonly kind: "walk";
  readonly seat: string;
  readonly path: readonly string[]; // one space if the Army stayed
  readonly die: string | null; // the one spent; null: not known
}

export interface Fight {
  readonly kind: "fight";
  readonly seat: string; // the attacker's
  readonly from: string;
  readonly to: string;
  readonly fallen: { readonly at: string; readonly piece: Piece } | null; // null: both stay, or not known
  readonly outcome: Battle["outcome"];
}

export type TurnEvent = Walk | Fight;

const MOVE = /^(\w+)-(\w+)$/;
const ATTACK = /^x(\w+)$/;
const SHOWN = /^(\w+)=([0A2345])$/;
const ROLL = /^roll=([0A2345]+)$/;

/** What was done, in order; nothing where the steps do not fit the positions. */
export function eventsOf(happenings: readonly Happening[]): TurnEvent[] {
  const all = happenings.flatMap((one) => one.steps.map((step, i) => ({ ...step, isFirst: i === 0, ...one })));
  let pieces = new Map<string, Piece>();
  let dice: string[] = [];
  let whose: string | null = null; // null: just rolled
  let attacker = "";
  const events: TurnEvent[] = [];
  all.forEach(({ actor, token, isFirst, before }, at) => {
    if (isFirst && before) {
      const left = diceLeft(before);
      [pieces, dice, whose] = [piecesBySpace(before), [...left.dice], left.seat];
    }
    const [, rolled] = ROLL.exec(token) ?? [];
    if (rolled) [dice, whose] = [[...rolled], null];
    const [, from, to] = MOVE.exec(token) ?? [];
    const piece = from && pieces.get(from);
    if (before && from && to && piece) {
      whose ??= actor;
      const path = from === to ? [from] : shortestPaths(before, from, pieces).get(to);
      const die = whose === actor && path ? spentDie(dice, path.length - 1) : null;
      if (die !== null) dice.splice(dice.indexOf(die), 1);
      pieces.delete(from);
      pieces.set(to, piece);
      attacker = to;
      if (path) events.push({ kind: "walk", seat: actor, path, die });
    }
    const [, target] = ATTACK.exec(token) ?? [];
    const [own, enemy] = [pieces.get(attacker), pieces.get(target ?? "")];
    if (!target || !own || !enemy) return;
    const reveals = revealsAfter(at);
    const shown = (one: Piece, place: string): Piece => ({ ...one, text: reveals.values.get(place) ?? one.text, face_down: false });
    const fight = fought(shown(own, attacker), attacker, shown(enemy, target), target, reveals);
    if (fight.fallen) pieces.delete(fight.fallen.at);
    events.push({ ...fight, seat: actor });
  });
  return keepsNotes(happenings) ? events : events.map(withoutValue);

  // The values that chance shows right after an attack, and the position then; null: not all are shown.
  function revealsAfter(at: number): Reveals {
    const values = new Map<string, string>();
    let last = at;
    for (const { actor, token } of all.slice(at + 1)) {
      const [, place, value] = SHOWN.exec(token) ?? [];
      if (actor !== "chance" || !place || !value) break;
      values.set(place, value);
      last += 1;
    }
    const isOver = last > at || last < all.length - 1;
    return { values, scene: isOver ? (all[last]?.scene ?? null) : null };
  }
}

// Players who keep values in mind themselves see them only while the battle is shown.
const keepsNotes = (happenings: readonly Happening[]): boolean =>
  happenings.at(-1)?.scene.trays.some(({ title }) => title === "values shown") ?? false;

function withoutValue(event: TurnEvent): TurnEvent {
  if (event.kind === "walk" || !event.fallen || event.fallen.piece.kind === "commander") return event;
  return { ...event, fallen: { ...event.fallen, piece: { ...event.fallen.piece, text: "?" } } };
}

interface Reveals {
  readonly values: ReadonlyMap<string, string>;
  readonly scene: Scene | null;
}

function fought(own: Piece, from: string, enemy: Piece, to: string, { scene }: Reveals): Omit<Fight, "seat"> {
  const outcome = outcomeOf(own, enemy) ?? (scene && seenOutcome(own, from, enemy, to, scene));
  const fallen = outcome === "attacker" ? { at: to, piece: enemy } : outcome === "defender" ? { at: from, piece: own } : null;
  return { kind: "fight", from, to, fallen, outcome };
}

// Values that lie face down again are not known to the page: it sees who is left.
function seenOutcome(own: Piece, from: string, enemy: Piece, to: string, now: Scene): Battle["outcome"] {
  const cells = byName(now);
  const [isOwnLeft, isEnemyLeft] = [cells.get(from)?.piece?.seat === own.seat, cells.get(to)?.piece?.seat === enemy.seat];
  if (isOwnLeft === isEnemyLeft) return isOwnLeft ? "stay" : null;
  return isOwnLeft ? "attacker" : "defender";
}
