export { default as Aftermath } from "./Aftermath.svelte";
export { default as Overlay } from "./Overlay.svelte";
export { previewText } from "./preview";

export const drawsWays = true;
