export { default as Overlay } from "./Overlay.svelte";
