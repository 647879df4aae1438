// The service worker of a build: service-worker.js, with the version of the build and the files that it keeps for when
// there is no connection.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCE = join(import.meta.dirname, "service-worker.js");
/** The parts of the page that are kept: what shows lessons, puzzles, rulebooks and what works then. */
const OFFLINE = /\/(pages\/(Home|Learn|Puzzles|GameList|Rules|Offline)\.svelte|games\/[\w-]+\/(view\/)?explanations\.ts)$/;

/** Writes the service worker, with the version of this build and the files that it keeps. */
export function serviceWorker() {
  return {
    name: "service-worker",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === "chunk");
      const kept = new Set(Object.keys(bundle).filter((file) => file.endsWith(".woff2")));
      const keep = (file) => {
        if (kept.has(file)) return;
        kept.add(file);
        const chunk = chunks.find(({ fileName }) => fileName === file);
        for (const css of chunk?.viteMetadata?.importedCss ?? []) kept.add(css);
        chunk?.imports.forEach(keep);
      };
      for (const { fileName, isEntry, facadeModuleId } of chunks) {
        if (isEntry || OFFLINE.test(facadeModuleId ?? "")) keep(fileName);
      }
      const shell = JSON.stringify(["favicon.svg", ...[...kept].sort()].map((file) => `/${file}`));
      const source = readFileSync(SOURCE, "utf-8");
      // Their names have digests of their contents.
      const version = createHash("sha256").update([...Object.keys(bundle).sort(), source].join()).digest("hex").slice(0, 12);
      this.emitFile({ type: "asset", fileName: "service-worker.js", source: source.replace("__VERSION__", version).replace("__SHELL__", shell) });
    },
  };
}
