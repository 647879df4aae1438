export { default as Aftermath } from "./Aftermath.svelte";
export { default as Overlay } from "./Overlay.svelte";
export { moveText } from "./move-text";

export const drawsWays = true;
