import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { alias } from "./vite.config";

const STATES = "src/**/*.svelte.test.ts"; // tests of states, in which changes are followed as in a browser

export default defineConfig({
  resolve: { alias },
  plugins: [svelte()],
  test: {
    projects: [
      { extends: true, test: { name: "plain", include: ["src/**/*.test.ts"], exclude: [STATES] } },
      {
        extends: true,
        resolve: { conditions: ["browser"] },
        test: { name: "states", include: [STATES], environment: "./reactive-environment.ts", server: { deps: { inline: ["svelte"] } } },
      },
    ],
  },
});
