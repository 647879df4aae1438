import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  // Without what only developers' tools read, and with short class names: half a kilobyte less.
  plugins: [
    svelte({
      compilerOptions: { discloseVersion: false, runes: true, cssHash: ({ css, hash }) => `s${hash(css)}` },
    }),
  ],
  build: {
    outDir: "../src/siegeworks/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing inline: the server forbids data: and inline code
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:7373" } },
});
