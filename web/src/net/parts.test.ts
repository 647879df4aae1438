import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { text } from "../text";
import { loadAddition, loadAgain, loadAnew, loadPart, runAddition } from "./parts";

const reload = vi.fn();
const answer = vi.fn<() => Promise<{ ok: boolean; status?: number }>>();
let styles: { sheet: object | null; replaceWith: (other: unknown) => void; cloneNode: () => string }[] = [];

/** Fails so often, then loads. */
function failing(times: number): () => Promise<string> {
  let calls = 0;
  return () => (calls++ < times ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve("the part"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", { querySelectorAll: () => styles });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  styles = [];
});

test("an addition comes later when it cannot be loaded at first", async () => {
  const loading = loadAddition(failing(3));
  await vi.runAllTimersAsync();
  expect(await loading).toBe("the part");
});

test("an addition runs until it is stopped", async () => {
  const stopped = vi.fn();
  const run = vi.fn(() => stopped);
  const stop = runAddition(failing(0), run);
  await vi.runAllTimersAsync();
  expect(run).toHaveBeenCalledWith("the part");
  stop();
  expect(stopped).toHaveBeenCalledOnce();
});

test("an addition that comes after it was stopped does not run", async () => {
  const run = vi.fn(() => () => undefined);
  runAddition(failing(1), run)();
  await vi.runAllTimersAsync();
  expect(run).not.toHaveBeenCalled();
});

test("an addition is given up in the end, with a sentence", async () => {
  const loading = expect(loadAddition(failing(1000))).rejects.toThrow(text.part.failed);
  await vi.runAllTimersAsync();
  await loading;
});

test("a part that loads when it is tried again leaves the page as it is", async () => {
  expect(await loadAgain(failing(0))).toBe("the part");
  expect(reload).not.toHaveBeenCalled();
});

const gone = (): Promise<never> => Promise.reject(new TypeError("Failed to fetch dynamically imported module: http://here/assets/a-1.js"));

test("a page whose files the server no longer has is reloaded, but not again and again", async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
  answer.mockResolvedValue({ ok: false, status: 404 });
  await expect(loadPart(gone)).rejects.toThrow("a-1.js");
  expect(reload).toHaveBeenCalledOnce();
  await expect(loadPart(gone)).rejects.toThrow("a-1.js");
  expect(reload).toHaveBeenCalledOnce();
});

test("nothing is asked for while there is no connection", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  await expect(loadPart(gone)).rejects.toThrow("a-1.js");
  expect(answer).not.toHaveBeenCalled();
});

test("a page is not reloaded while the server cannot be reached", async () => {
  answer.mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(loadPart(gone)).rejects.toThrow("a-1.js");
  answer.mockResolvedValue({ ok: false, status: 503 });
  await expect(loadPart(gone)).rejects.toThrow("a-1.js");
  expect(reload).not.toHaveBeenCalled();
});

test("a module whose failure the browser remembers is loaded from another address", async () => {
  const remembered = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: http://here/assets/a-1.js"));
  const asked: string[] = [];
  const part = { default: "the part" };
  const from = (address: string) => (asked.push(address), Promise.resolve(part));
  expect(await loadAnew(remembered, from)).toBe(part);
  const module = { ...part, [Symbol.toStringTag]: "Module" };
  const several = (address: string) => (asked.push(address), Promise.resolve({ a: "another", b: module }));
  expect(await loadAnew(remembered, several)).toBe(module);
  expect(new Set(asked).size).toBe(2); // never the same one twice
  for (const address of asked) expect(address).toMatch(/^http:\/\/here\/assets\/a-1\.js\?again=\d+$/);
});

test("the page is reloaded when a part fails again although the server answers", async () => {
  answer.mockResolvedValue({ ok: true });
  await expect(loadAgain(failing(1))).rejects.toThrow();
  expect(reload).toHaveBeenCalledOnce();
});

test("the page stays when the server does not answer", async () => {
  answer.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValueOnce({ ok: false });
  await expect(loadAgain(failing(1))).rejects.toThrow();
  await expect(loadAgain(failing(1))).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});

test("styles that could not be loaded are loaded again, and no others", async () => {
  const replaced: unknown[] = [];
  const style = (name: string, sheet: object | null) => ({ sheet, replaceWith: (other: unknown) => void replaced.push(other), cloneNode: () => name });
  const unreadable = { get cssRules(): never { throw new Error("Cannot access rules"); } };
  styles = [style("loaded", { cssRules: [] }), style("none", null), style("unreadable", unreadable)];
  await loadAgain(failing(0));
  expect(replaced).toEqual(["none", "unreadable"]);
});
