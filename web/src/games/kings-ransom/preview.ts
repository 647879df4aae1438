// What a move would do, from what the seat may know (R4, R5, R9).

import type { MoveContext } from "../../moves/grammar";
import { byName, type Piece, type Scene } from "../../scene/scene";
import { army, enemy, ofPips, outcomeOf, pips } from "./battle";
import { previewWords as words } from "./preview-words";
import { SYMBOLS } from "./symbols";

const FLEE = /^(\w\d)~$/;
const REVEAL = /^\w\d\?(\w\d)$/;
const ATTACK = /^(\w\d)x(\w\d)$/;
const CALL = /^\+(\w\d)$/;
const PAY = /^pay=(\d+)$/;

/** Own rank and enemy rank together are no more than this (R1); Kings and Spies do not attack. */
const RANGES: Readonly<Record<string, number>> = { archer: 6, engineer: 4, cavalry: 3, infantry: 2 };

const nameOf = ({ kind }: Piece): string => kind.slice(0, 1).toUpperCase() + kind.slice(1);
const isKnown = (piece: Piece): boolean => SYMBOLS[piece.kind] !== undefined;
const rankOf = (place: string): number => Number(place.at(-1));

/** The ranks of the enemy that a tile reaches from its own rank. */
export function reachOf(piece: Piece, place: string): number {
  return Math.max(0, (RANGES[piece.kind] ?? 0) - rankOf(place));
}

/** What is known of an attack. */
export interface Attack {
  readonly attacker: Piece;
  readonly defender: Piece;
  readonly help: number; // the most pips that a tile beside the defender may add; 0: none can
}

// The most pips of a tile beside this place that may be called: never the King.
function mostHelp(scene: Scene, seat: string, place: string): number {
  const cells = byName(scene);
  const [column, rank] = [place.charCodeAt(0), rankOf(place)];
  const beside = [[column, rank - 1], [column, rank + 1], [column - 1, rank], [column + 1, rank]] as const;
  const hidden = scene.trays.find((tray) => tray.title === "Face down" && tray.seat === seat)?.pieces ?? [];
  const callable = beside.flatMap(([x, y]): readonly Piece[] => {
    const piece = cells.get(`${army(seat)}${String.fromCharCode(x)}${y}`)?.piece;
    return piece ? (isKnown(piece) ? [piece] : hidden) : [];
  });
  return Math.max(0, ...callable.filter(({ kind }) => kind !== "king").map(pips));
}

/** The battle that a token would begin; null if it begins none. */
export function attackOf(token: string, { scene, seat }: MoveContext): Attack | null {
  const [, from, at] = ATTACK.exec(token) ?? [];
  if (!from || !at) return null;
  const cells = byName(scene);
  const [attacker, defender] = [cells.get(army(seat) + from)?.piece, cells.get(army(enemy(seat)) + at)?.piece];
  if (!attacker || !defender) return null;
  const isDecided = isKnown(defender) && (outcomeOf(attacker, defender, null) === "defender" || defender.kind === "king");
  return { attacker, defender, help: isDecided ? 0 : mostHelp(scene, enemy(seat), at) };
}

/** Both sides in figures: "5 against ?", "6 against 4 + up to 6". */
export function sidesOf({ attacker, defender, help }: Attack): string {
  const defence = [isKnown(defender) ? String(pips(defender)) : words.unknown, ...(help > 0 ? [words.help(help)] : [])];
  return words.against(pips(attacker), defence.join(" + "));
}

function attackText(attack: Attack, scene: Scene): string {
  const { attacker, defender, help } = attack;
  const sides = sidesOf(attack);
  if (!isKnown(defender)) {
    const spies = scene.trays.some(({ title, seat, pieces }) =>
      title === "Face down" && seat === defender.seat && pieces.some(({ kind }) => kind === "spy"));
    return [
      words.hidden(words.against(pips(attacker), words.unknown)),
      help > 0 ? words.mayHelp : words.nobodyHelps,
      attacker.kind === "archer" && spies ? words.bewareSpy : "",
    ].filter(Boolean).join(" ");
  }
  if (attacker.kind === "archer" && defender.kind === "spy") return words.spyWins;
  const outcome = outcomeOf(attacker, defender, null);
  if (outcome === "defender") return words.lost(sides, nameOf(attacker));
  if (defender.kind === "king") return words.king(sides);
  if (help > 0) return words.open(sides);
  return outcome === "fall" ? words.tie(sides) : words.won(sides, nameOf(defender));
}

// What calling a tile, or none, leads to; the position names the battle in a note.
const BATTLE = /\((\d) pips?\) attacks .* \((\d) pips?\)/;

function answerText(scene: Scene, helper: Piece | null): string {
  const [, attack, defence] = scene.notes.map((note) => BATTLE.exec(note)).find(Boolean) ?? [];
  if (!attack || !defence) return "";
  const total = Number(defence) + (helper ? pips(helper) : 0);
  const sides = words.against(Number(attack), helper ? `${defence} + ${pips(helper)}` : defence);
  if (Number(attack) === total) return words.tie(sides);
  return words.answered(sides, total > Number(attack), helper !== null);
}

/** What a token would do, in a sentence; empty if there is nothing to add to its name. */
export function previewText(token: string, context: MoveContext): string {
  const { scene, seat } = context;
  const own = (place: string): Piece | null => byName(scene).get(army(seat) + place)?.piece ?? null;
  const [, flees] = FLEE.exec(token) ?? [];
  const fleeing = flees && own(flees);
  if (fleeing) return words.flee(nameOf(fleeing));
  const [, revealed] = REVEAL.exec(token) ?? [];
  if (revealed) return words.reveal(revealed);
  const attack = attackOf(token, context);
  if (attack) return attackText(attack, scene);
  const [, called] = CALL.exec(token) ?? [];
  if (called || token === "stand") return answerText(scene, called ? own(called) : null);
  const [, paid] = PAY.exec(token) ?? [];
  if (paid) return words.ransom([...paid].reduce((sum, pip) => sum + pips(ofPips(Number(pip), seat)), 0), enemy(seat));
  return token === "refuse" ? words.refuse : "";
}
