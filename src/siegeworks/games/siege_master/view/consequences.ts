export { default as Aftermath } from "./Aftermath.svelte";
export { default as Overlay } from "./Overlay.svelte";

// The moves of Siege Master as commands in words (R2, R4).

const ARMY = /^(\w+)-(\w+)$/;

/** A token in words; empty: its piece and its place say all. */
export function moveText(token: string): string {
  const [, from, to] = ARMY.exec(token) ?? [];
  return from && to ? `Place an army from ${from} to ${to}` : "";
}
