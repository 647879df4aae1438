import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { serviceWorker } from "./offline.mjs";

type ModuleInfo = (id: string) => { readonly isEntry: boolean; readonly importers: readonly string[] } | null;

/** Whether a module is loaded with the first page, and not only when something is asked for. */
function isLoadedAtOnce(id: string, infoOf: ModuleInfo, seen = new Set<string>()): boolean {
  const info = infoOf(id);
  if (!info || seen.has(id)) return false;
  seen.add(id);
  return info.isEntry || info.importers.some((importer) => isLoadedAtOnce(importer, infoOf, seen));
}

/** Where views of games find what they are made of, wherever they lie themselves. */
export const alias = { "game-api": "/src/game-api" };

export default defineConfig({
  resolve: { alias },
  // Without what only developers' tools read, and with short class names: half a kilobyte less.
  plugins: [
    svelte({
      compilerOptions: { discloseVersion: false, runes: true, cssHash: ({ css, hash }) => `s${hash(css)}` },
    }),
    serviceWorker(),
  ],
  build: {
    outDir: "../src/siegeworks/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing inline: the server forbids data: and inline code
    rolldownOptions: {
      output: {
        // What every page needs is one file, which compresses better than the pieces that pages share.
        codeSplitting: {
          groups: [{
            debugName: "page",
            name: (id, context) => (isLoadedAtOnce(id, (importer) => context.getModuleInfo(importer)) ? "page" : null),
          }],
        },
      },
    },
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": "http://127.0.0.1:7373" } },
});
