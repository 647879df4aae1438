import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // Tests share modules, as a page does: loading them anew for each file takes three times as long.
  test: { include: ["src/**/*.test.ts"], pool: "threads", isolate: false },
});
