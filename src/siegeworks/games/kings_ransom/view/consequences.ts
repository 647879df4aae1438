import type { MoveContext } from "game-api/grammar";
import { byName } from "game-api/scene";
import { capital, listed } from "game-api/wording";
import { KINDS } from "./explanation-words";
import { army, AT_ENEMY, CALL, FLEE, PAY } from "./grammar";

export { default as Aftermath } from "./Aftermath.svelte";
export { default as Overlay } from "./Overlay.svelte";

// The moves of King’s Ransom as commands in words (R4, R5, R9).

/** The tile on a place of the seat's own, by its kind. */
function tileOn(at: string, { scene, seat }: MoveContext): string {
  const kind = byName(scene).get(army(seat) + at)?.piece?.kind ?? "";
  return kind in KINDS ? capital(kind) : "tile";
}

/** A token in words; empty: its button says all. */
export function moveText(token: string, context: MoveContext): string {
  const [, flees] = FLEE.exec(token) ?? [];
  if (flees) return `Flee from ${flees} with the ${tileOn(flees, context)}`;
  const [, from, how, at] = AT_ENEMY.exec(token) ?? [];
  if (from && at) return `${how === "x" ? "Attack" : "Turn up"} ${at} with the ${tileOn(from, context)} on ${from}`;
  const [, called] = CALL.exec(token) ?? [];
  if (called) return `Call the ${tileOn(called, context)} from ${called}`;
  const [, pips] = PAY.exec(token) ?? [];
  return pips ? `Pay with ${listed([...pips].map((pip) => `the ${pip}`))}` : "";
}
