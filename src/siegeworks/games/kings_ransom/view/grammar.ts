import { button, inTray, type MoveGrammar, named, type Pick, place } from "game-api/grammar";
import { byName } from "game-api/scene";

// `b2~` flee, `b2xb1` attack, `b2?d3` a Spy looks, `+c2` call a tile, `stand`, `pay=41`, `refuse`,
// `Sa1=K` lay out in secret. The board's names of places begin with the army: Sb2.
export const FLEE = /^(\w\d)~$/;
export const AT_ENEMY = /^(\w\d)([x?])(\w\d)$/;
export const CALL = /^\+(\w\d)$/;
export const PAY = /^pay=(\d+)$/;
const LAY = /^[SN]\w\d=(\w)$/;

/** The title of the tray of a seat's own tiles during the set-up. */
export const STILL_TO_LAY_OUT = "Still to lay out";

export const army = (seat: string): string => (seat === "south" ? "S" : "N");
const enemy = (seat: string): string => (seat === "south" ? "N" : "S");

/** All orders of these characters. */
function permutations(characters: string): string[] {
  if (characters.length < 2) return [characters];
  return [...new Set(characters)].flatMap((character) =>
    permutations(characters.replace(character, "")).map((rest) => character + rest),
  );
}

export const grammar: MoveGrammar = {
  paths(token, { seat }) {
    const mine = (at: string): Pick => place(army(seat) + at);
    const [, flees] = FLEE.exec(token) ?? [];
    if (flees) return [[mine(flees), button("flee")]];
    const [, from, , at] = AT_ENEMY.exec(token) ?? [];
    if (from && at) return [[mine(from), place(enemy(seat) + at)]];
    const [, called] = CALL.exec(token) ?? [];
    if (called) return [[mine(called)]];
    const [, pips] = PAY.exec(token) ?? [];
    if (pips) return permutations(pips).map((order) => [...order].map((pip) => inTray(`pay:${pip}`)));
    const [, kind] = LAY.exec(token) ?? [];
    return [[kind ? inTray(`lay:${kind}`) : button(token)]];
  },
  trayPick(tray, index) {
    const text = tray.pieces[index]?.text ?? ""; // letter and pips
    if (tray.title === STILL_TO_LAY_OUT) return inTray(`lay:${text[0]}`);
    return tray.title === "Tally" ? inTray(`pay:${text[1]}`) : null;
  },
  moved(step, now) {
    const [, from, character, at] = AT_ENEMY.exec(step.token) ?? [];
    if (!from || !at) return null;
    const [start, end] = [army(step.actor) + from, enemy(step.actor) + at];
    // A Spy leaves at once, and so do both tiles after a battle; then the ranks close (R6). Before, the defender answers.
    const { battle } = step.effects ?? {};
    const isThere = character === "x" ? battle && !battle.outcome : !byName(now).get(start)?.piece;
    return isThere ? [start, end] : null;
  },
  ghost(token, { seat }) {
    const [, from, , at] = AT_ENEMY.exec(token) ?? [];
    return from && at ? { piece: null, from: army(seat) + from, to: enemy(seat) + at } : null;
  },
  attempt(last, pick, { seat }) {
    if (!last || !pick.startsWith("place:")) return null;
    const to = named(pick);
    return to.startsWith(enemy(seat)) ? `${named(last).slice(1)}x${to.slice(1)}` : `+${to.slice(1)}`;
  },
};
