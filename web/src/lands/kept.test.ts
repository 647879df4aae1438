import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forget, freeName, keep, keptLands } from "./kept";

const KEY = "siegeworks.lands";
let stored: Record<string, string> = {};
let full = false;

beforeEach(() => {
  stored = {};
  full = false;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException("full", "QuotaExceededError");
      stored[key] = value;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test("lands are kept under their names, the newest first, until they are forgotten", () => {
  expect(keptLands()).toEqual([]);
  expect(keep("bay", ["."])).toBe(true);
  expect(keep("neck", [". ."])).toBe(true);
  expect(keep("bay", [". ."])).toBe(true);
  expect(keptLands().map(({ name, rows }) => [name, rows])).toEqual([["bay", [". ."]], ["neck", [". ."]]]);
  expect(forget("bay")).toBe(true);
  expect(keptLands().map(({ name }) => name)).toEqual(["neck"]);
});

test("a full or forbidden storage is reported, and loses nothing that was kept", () => {
  keep("bay", ["."]);
  full = true;
  expect(keep("neck", ["."])).toBe(false);
  expect(forget("bay")).toBe(false);
  expect(keptLands().map(({ name }) => name)).toEqual(["bay"]);
  vi.stubGlobal("localStorage", undefined);
  expect([keptLands(), keep("neck", ["."])]).toEqual([[], false]);
});

test("what is not a kept land is skipped", () => {
  stored[KEY] = JSON.stringify([null, 3, { name: "bay" }, { name: "a", rows: [1], changed: 1 }, { name: "ok", rows: ["."], changed: 1 }]);
  expect(keptLands().map(({ name }) => name)).toEqual(["ok"]);
  for (const strange of ["{", "{}", "7", ""]) {
    stored[KEY] = strange;
    expect(keptLands()).toEqual([]);
  }
});

test("a name that is taken gets a number", () => {
  expect(freeName("bay", [])).toBe("bay");
  expect(freeName("bay", ["bay", "bay-2"])).toBe("bay-3");
  expect(freeName("bay-2", ["bay-2"])).toBe("bay-3");
});
