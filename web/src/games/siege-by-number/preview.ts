// What a move would do, in words (R7 to R10).

import type { MoveContext } from "../../moves/grammar";
import { byName, type Piece, type Scene } from "../../scene/scene";
import { outcomeOf } from "./battle";
import { diceLeft, spentDie } from "./dice";
import { shortestPaths } from "./paths";
import { previewWords } from "./preview-words";

const MOVE = /^(\w+)-(\w+)$/;
const ATTACK = /^x(\w+)$/;

export function previewText(token: string, { scene, seat }: MoveContext): string {
  const cells = byName(scene);
  const { dice } = diceLeft(scene);
  const [, from, to] = MOVE.exec(token) ?? [];
  if (from && to) {
    const path = from === to ? [from] : shortestPaths(scene, from).get(to);
    const die = path ? spentDie(dice, path.length - 1) : null;
    if (!path || die === null) return "";
    const home = cells.get(to);
    const wins = cells.get(from)?.piece?.kind === "commander" && home?.ground === "home" && home.seat !== seat;
    return wins ? previewWords.wins : previewWords.walk(path.length - 1, die, without(dice, die));
  }
  const [, target] = ATTACK.exec(token) ?? [];
  const enemy = target ? cells.get(target)?.piece : null;
  const own = attackerOf(scene);
  if (enemy && own) return previewWords.attack(own, enemy, outcomeOf(own, enemy));
  if (token === "hold") return previewWords.hold;
  return token === "done" ? previewWords.done(dice) : "";
}

function without(dice: readonly string[], spent: string): string[] {
  return dice.toSpliced(dice.indexOf(spent), 1);
}

/** The Army that may attack now; the scene's task names it. */
export function attackerOf(scene: Scene): Piece | null {
  const [, name] = /Army on (\w+) may attack/.exec(scene.task) ?? [];
  return byName(scene).get(name ?? "")?.piece ?? null;
}
