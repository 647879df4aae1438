// What the last turns did, worked out again from their steps: which tiles fell and who scored them, which
// tiles moved when the ranks closed, and which were turned up.

import { byName, type Piece, type Scene } from "game-api/scene";
import type * as wire from "game-api/wire";
import type { Happening } from "game-api/aftermath";
import { battle, enemy, fighter, ofPips } from "./battle";
import { slides } from "./ranks";

/** A tile that left its army or a tally. */
export interface Loss {
  readonly piece: Piece;
  readonly scorer: string | null; // who scored it; null: nobody
}

export interface TurnLosses {
  readonly seat: string; // whose turn it was
  readonly lost: readonly Loss[];
}

const FLEE = /^(\w\d)~$/;
const REVEAL = /^(\w\d)\?(\w\d)$/;
const ATTACK = /^\w\dx\w\d$/;
const ANSWER = /^\+\w\d$|^stand$/;
const PAY = /^pay=(\d+)$/;

/** What was lost, turn by turn. */
export function lossesOf(happenings: readonly Happening[]): TurnLosses[] {
  return happenings.flatMap((happening) => {
    const step = happening.steps.findLast(({ actor }) => actor !== "chance" && actor !== "table");
    const found = step && lossesIn(step, happening);
    return found && found.lost.length > 0 ? found : [];
  });
}

function lossesIn(step: wire.Step, { steps, all = steps, before, scene }: Happening): TurnLosses | null {
  const unscored = (piece: Piece | null): TurnLosses => ({ seat: step.actor, lost: piece ? [{ piece, scorer: null }] : [] });
  const [, fled] = FLEE.exec(step.token) ?? [];
  if (fled) return unscored(fighter(step.shown ?? "", step.actor, fled, [before]));
  const [, spy] = REVEAL.exec(step.token) ?? [];
  if (spy) return unscored(fighter("S", step.actor, spy, []));
  const [, paid] = PAY.exec(step.token) ?? [];
  if (paid) return { seat: step.actor, lost: [...paid].map((pip) => ({ piece: ofPips(Number(pip), step.actor), scorer: enemy(step.actor) })) };
  if (ATTACK.test(step.token) || ANSWER.test(step.token)) return fought(all, before, scene);
  return null;
}

// R5: the loser's tiles are scored, the winner's leave the game, except a King who defended himself.
function fought(all: readonly wire.Step[], before: Scene | null, now: Scene): TurnLosses | null {
  const last = all.findLastIndex(({ token }) => ATTACK.test(token) || ANSWER.test(token));
  const found = battle(all.slice(0, last + 1), before, now);
  if (!found?.outcome) return null;
  const { attacker, defender, helper, outcome } = found;
  const defending = [defender, ...(helper ? [helper] : [])].filter(({ kind }) => outcome !== "defender" || kind !== "king");
  const lost = (pieces: readonly Piece[], scorer: string | null): Loss[] => pieces.map((piece) => ({ piece, scorer }));
  return {
    seat: attacker.seat ?? "",
    lost: [
      ...lost([attacker], outcome === "defender" ? defender.seat : null),
      ...lost(defending, outcome === "attacker" ? attacker.seat : null),
    ],
  };
}

/** Where a tile was, and how long ago it moved. */
export interface Origin {
  readonly from: string;
  readonly happening: number; // its number
}

/** Where the tiles that moved came from, by where they are now. */
export function origins(happenings: readonly Happening[]): ReadonlyMap<string, Origin> {
  return happenings.reduce<ReadonlyMap<string, Origin>>((earlier, { steps, all = steps, before, scene }, happening) => {
    const moved = steps.length > 0 ? slides(all, before, scene) : new Map<string, string>();
    const found = new Map<string, Origin>();
    for (const { name, piece } of scene.cells) {
      const came = moved.get(name);
      const was = earlier.get(came ?? name);
      const from = was?.from ?? came;
      if (piece && from && from !== name) found.set(name, { from, happening: came ? happening : (was?.happening ?? happening) });
    }
    return found;
  }, new Map());
}

/** The places of tiles that have been turned up. */
export function turnedUp(happenings: readonly Happening[]): string[] {
  const [first] = happenings;
  const now = happenings.at(-1)?.scene;
  if (!first || !now) return [];
  const from = origins(happenings);
  const were = byName(first.before ?? first.scene); // a page that was just opened knows nothing before
  return now.cells.flatMap(({ name, piece }) => {
    const was = were.get(from.get(name)?.from ?? name)?.piece;
    return piece && !piece.face_down && was?.face_down && was.seat === piece.seat ? name : [];
  });
}
