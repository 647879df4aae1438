import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  // What only tools of developers look at is left out: it costs half a kilobyte.
  plugins: [svelte({ compilerOptions: { discloseVersion: false, runes: true } })],
  build: {
    outDir: "../src/siegeworks/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing inline: the server forbids data: and inline code
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:7373" } },
});
