import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const TESTS = "src/**/*.test.ts";
const WITH_MOCKS = ["src/share/animation.test.ts"]; // of modules, which other tests import too

export default defineConfig({
  plugins: [svelte()],
  test: {
    projects: [
      // To load the modules again for each file took more than half of the time.
      { extends: true, test: { name: "page", include: [TESTS], exclude: WITH_MOCKS, isolate: false } },
      { extends: true, test: { name: "with mocks", include: WITH_MOCKS } },
    ],
  },
});
