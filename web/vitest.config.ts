import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { alias } from "./vite.config";

export default defineConfig({
  resolve: { alias },
  plugins: [svelte()],
  test: { include: ["src/**/*.test.ts"] },
});
