import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MapInspection, MapProblem } from "../wire";
import { Inspection, mapFrom, scattered } from "./inspection.svelte";
import { keyOf, mapOf, rowsOf } from "./sea";

type Answer = Partial<Omit<MapInspection, "problems">> & { problems?: Partial<MapProblem>[] } | Error;
let asked: { name: string; text: string; answer: (answer: Answer) => Promise<void> }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    const { name, text } = JSON.parse(body) as { name: string; text: string };
    return new Promise((resolve, reject) => {
      const answer = async (given: Answer): Promise<void> => {
        if (given instanceof Error) reject(given);
        else resolve(Response.json({ rows: text.trimEnd().split("\n"), problems: [], free: [], ...given }));
        await vi.advanceTimersByTimeAsync(0);
      };
      asked.push({ name, text, answer });
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SMALL = mapOf([". ."]);
const LARGE = mapOf([". . .", " . F"]);

test("the server is asked once about a map that rests, and its problems lie on the sea", async () => {
  const inspection = new Inspection();
  inspection.look("bay", SMALL);
  inspection.look("bay", LARGE);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.map(({ name, text }) => [name, text])).toEqual([["bay", ". . .\n . F\n"]]);
  await asked[0]?.answer({ problems: [{ sentence: "Too small.", places: ["b2"], prevents_play: true }, { sentence: "Even.", places: [], prevents_play: false }] });
  expect(inspection.findings?.map).toBe(LARGE);
  const [first, second] = inspection.findings?.problems ?? [];
  expect(LARGE.get(keyOf(first?.spots[0] ?? { x: 99, y: 99 }))).toBe("fortress");
  expect([first?.preventsPlay, second?.preventsPlay, second?.spots]).toEqual([true, false, []]);
});

test("the newest answer counts, whichever comes last", async () => {
  const inspection = new Inspection();
  inspection.look("bay", SMALL, {}, 0);
  await vi.advanceTimersByTimeAsync(0);
  inspection.look("bay", LARGE, {}, 0);
  await vi.advanceTimersByTimeAsync(0);
  await asked[1]?.answer({ hexes: 5 });
  await asked[0]?.answer({ hexes: 2 });
  expect(inspection.findings?.report.hexes).toBe(5);
  inspection.look("bay", mapOf([]), {}, 0);
  expect(inspection.findings).toBeNull();
});

test("a server that does not answer is asked again, and what it said before stays", async () => {
  const inspection = new Inspection();
  inspection.look("bay", SMALL, {}, 0);
  await vi.advanceTimersByTimeAsync(0);
  await asked[0]?.answer({ hexes: 2 });
  inspection.look("bay", LARGE, {}, 0);
  await vi.advanceTimersByTimeAsync(0);
  await asked[1]?.answer(new TypeError("offline"));
  expect(inspection.error).toMatch(/server does not respond/);
  expect(inspection.findings?.map).toBe(SMALL);
  await vi.advanceTimersByTimeAsync(5000);
  await asked[2]?.answer({ hexes: 5 });
  expect([inspection.error, inspection.findings?.map]).toEqual(["", LARGE]);
});

test("fortresses are scattered where the server allows the next one, always an odd number", async () => {
  const map = mapOf([". F . .", " . . ."]);
  const done = scattered("bay", map, 5);
  for (const free of [["a1", "a4"], ["b1"], ["b2"], ["b3"], []]) {
    await vi.advanceTimersByTimeAsync(0);
    await asked.at(-1)?.answer({ free });
  }
  const rows = rowsOf(await done);
  expect(asked.map(({ text }) => text.split("F").length - 1)).toEqual([0, 1, 2, 3, 4]);
  expect(rows[1]).toBe(" F F .");
  expect(rows[0]).toMatch(/^(F \. \. \.|\. \. \. F)$/);
});

test("a pasted link is a map; a pasted text is one if it fits into the sea", async () => {
  expect(await mapFrom("see https://example.org/#/map/old%20bay/h2F ")).toEqual({ name: "old bay", rows: [". . F"] });
  await expect(mapFrom("#/map/bay/h2G")).rejects.toThrow("This link is not a map");
  const pasted = mapFrom("  . .\n");
  await asked[0]?.answer({ rows: [". ."] });
  expect(await pasted).toEqual({ name: "", rows: [". ."] });
  for (const problems of [[{ sentence: "It is half a hex off.", line: 2, column: 1 }], [{ sentence: "It has 27 rows.", line: 27 }]]) {
    const refused = expect(mapFrom(".\n.\n")).rejects.toThrow(problems[0]?.sentence);
    await asked.at(-1)?.answer({ problems });
    await refused;
  }
});
