import { BACK, INSERT } from "./grammar";

export { default as Aftermath } from "./Aftermath.svelte";
export { default as Overlay } from "./Overlay.svelte";

export const drawsWays = true;

// The moves of Nobles and Peasants as commands in words (R4), where they are more than a piece and a place.

/** A token in words; empty: its piece and its place say all. */
export function moveText(token: string): string {
  const [, back] = BACK.exec(token) ?? [];
  if (back) return `Take the tower from ${back} back`;
  const [, side, to] = INSERT.exec(token) ?? [];
  return side && to ? `Move the ${side === "L" ? "left" : "right"} end stone to place ${to}` : "";
}
