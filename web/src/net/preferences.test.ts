// What this browser remembers about its user.

import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The guest's colour at a visit at which chance draws this number. */
async function colorAt(drawn: number): Promise<string> {
  vi.resetModules();
  vi.spyOn(Math, "random").mockReturnValue(drawn);
  return (await import("./preferences.svelte")).preferences.color;
}

test("a guest keeps the colour of the first visit", async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
  const first = await colorAt(0);
  expect(first).toMatch(/^#/);
  expect(await colorAt(0.99)).toBe(first);
});
