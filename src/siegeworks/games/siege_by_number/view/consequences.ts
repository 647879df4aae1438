import { ATTACK } from "./grammar";

export { default as Aftermath } from "./Aftermath.svelte";
export { default as Overlay } from "./Overlay.svelte";

export const drawsWays = true;

// The moves of Siege by Number as commands in words (R7), where they are more than a piece and a place.

const STAY = /^(\w+)-\1$/;

/** A token in words; empty: its piece and its place say all. */
export function moveText(token: string): string {
  const [, stays] = STAY.exec(token) ?? [];
  if (stays) return `Stay on ${stays} and fight`;
  const [, at] = ATTACK.exec(token) ?? [];
  return at ? `Attack ${at}` : "";
}
