// Maps: their hexes, links and codes, and those that the browser keeps.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { offered } from "../../../src/siegeworks/games/siege_master/view/view";
import { forget, freeName, keep, keptMaps, rename } from "./kept";
import {
  coastOf, editAddress, fortressesOn, hexesIn, isSameMap, ownMap, tableAddress, tableFields,
} from "./map-choice";
import { canonicalRows, decodeMap, encodeMap, MapCodeError, MAX_CODE } from "./map-code";

test("a drawing has a hex for each . and F", () => {
  expect(hexesIn([" . F", "", " . ."])).toEqual([
    { x: 1, y: 0, fortress: false },
    { x: 3, y: 0, fortress: true },
    { x: 1, y: 2, fortress: false },
    { x: 3, y: 2, fortress: false },
  ]);
  expect(hexesIn([])).toEqual([]);
});

test("the coast is where a hex has water on a side", () => {
  const hexes = hexesIn(["  . . .", " . . . .", ". . . . .", " . . . .", "  . . ."]);
  const inland = hexes.filter((hex) => !coastOf(hexes).includes(hex));
  expect(inland.map(({ x, y }) => `${x} ${y}`)).toEqual(["3 1", "5 1", "2 2", "4 2", "6 2", "3 3", "5 3"]);
});

test("water on one side alone makes a coast, whichever side it is", () => {
  const around = [[3, 0], [5, 0], [6, 1], [5, 2], [3, 2], [2, 1]].map(([x = 0, y = 0]) => ({ x, y, fortress: false }));
  const middle = { x: 4, y: 1, fortress: false };
  expect(coastOf([middle, ...around])).not.toContain(middle);
  for (const sunk of around) {
    expect(coastOf([middle, ...around.filter((hex) => hex !== sunk)])).toContain(middle);
  }
});

const isle = ownMap("old-isle", [" . F .", ". . . F"]);

test("a map of the server is named to a new table, and others are sent with it", () => {
  expect(tableFields({ ...isle, onServer: true })).toEqual({ options: { map: "old-isle" } });
  expect(tableFields(isle)).toEqual({ options: { map: "old-isle" }, map_rows: " . F .\n. . . F\n" });
});

test("a map has an address in the editor and on the page of new tables", () => {
  expect(editAddress(isle)).toBe("#/map/old-isle/_1h1Fh1-h3F");
  expect(tableAddress("siege-master", isle)).toBe("#/new/siege-master/map/old-isle/_1h1Fh1-h3F");
});

test("a name is a title, and the same drawing under another name is another map", () => {
  expect(isle.title).toBe("Old Isle");
  expect(isSameMap(isle, { ...isle, title: "Isle" })).toBe(true);
  expect(isSameMap(isle, ownMap("new-isle", isle.rows))).toBe(false);
});

test("R2: count is offered where fortresses are scattered or placed, as all are where their number is even", () => {
  expect(offered({ fortresses: "map" }, 15)).toEqual({ count: [] });
  expect(offered({ fortresses: "placed" }, 15)).toEqual({});
  for (const fortresses of [0, fortressesOn(isle)]) {
    expect(offered({ fortresses: "map" }, fortresses)).toEqual({ fortresses: ["scattered", "placed"] });
  }
});

const KEY = "siegeworks.maps";
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

test("maps are kept under their names, the newest first, until they are forgotten", () => {
  expect(keptMaps()).toEqual([]);
  expect(keep("bay", ["."])).toBe(true);
  expect(keep("neck", [". ."])).toBe(true);
  expect(keep("bay", [". ."])).toBe(true);
  expect(keptMaps().map(({ name, rows }) => [name, rows])).toEqual([["bay", [". ."]], ["neck", [". ."]]]);
  expect(forget("bay")).toBe(true);
  expect(keptMaps().map(({ name }) => name)).toEqual(["neck"]);
});

test("a map that gets another name keeps what was drawn, and has the old one no more", () => {
  keep("bay", ["."]);
  keep("neck", [". ."]);
  expect(rename("bay", "cove")).toBe(true);
  expect(keptMaps().map(({ name, rows }) => [name, rows])).toEqual([["cove", ["."]], ["neck", [". ."]]]);
  expect(rename("cove", "neck")).toBe(true);
  expect(keptMaps().map(({ name, rows }) => [name, rows])).toEqual([["neck", ["."]]]);
});

test("a full or forbidden storage is reported, and loses nothing that was kept", () => {
  keep("bay", ["."]);
  full = true;
  expect(keep("neck", ["."])).toBe(false);
  expect([forget("bay"), rename("bay", "cove")]).toEqual([false, false]);
  expect(keptMaps().map(({ name }) => name)).toEqual(["bay"]);
  vi.stubGlobal("localStorage", undefined);
  expect([keptMaps(), keep("neck", ["."])]).toEqual([[], false]);
});

test("what is not a kept map is skipped", () => {
  stored[KEY] = JSON.stringify([null, 3, { name: "bay" }, { name: "a", rows: [1], changed: 1 }, { name: "ok", rows: ["."], changed: 1 }]);
  expect(keptMaps().map(({ name }) => name)).toEqual(["ok"]);
  for (const strange of ["{", "{}", "7", ""]) {
    stored[KEY] = strange;
    expect(keptMaps()).toEqual([]);
  }
});

test("a name that is taken gets a number", () => {
  expect(freeName("bay", [])).toBe("bay");
  expect(freeName("bay", ["bay", "bay-2"])).toBe("bay-3");
  expect(freeName("bay-2", ["bay-2"])).toBe("bay-3");
});

const BAY = ["  . F .", " . .", "", " ."];

// A generator of its own: a failure can be repeated.
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomMap(random: (below: number) => number): string[] {
  const [height, width, share] = [1 + random(26), 1 + random(60), 1 + random(9)];
  const sea = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => ((x + y) % 2 || random(10) > share ? " " : random(8) ? "." : "F")).join(""),
  );
  let left = 256; // at most so many hexes
  return canonicalRows(sea.map((row) => row.replace(/\S/g, (hex) => (left-- > 0 ? hex : " "))));
}

const isMapCodeError = (code: string): boolean => {
  try {
    decodeMap(code);
    return false;
  } catch (error) {
    if (!(error instanceof MapCodeError)) throw error;
    expect(error.message).toMatch(/^This (link|map) .*[.]$/);
    return true;
  }
};

test("a map is written as the contract says", () => {
  expect(encodeMap(BAY)).toBe("_1h1Fh1-h2--h1");
  expect(encodeMap([".", " ", ". . . F"])).toBe("h1--h3F");
  expect(decodeMap("_2h1Fh1-_1h2--_1h1")).toEqual(canonicalRows(BAY));
  expect(encodeMap([" . .   F . .     F"])).toBe("h2_2Fh2_4F");
});

test("blank lines and columns around a map are cut, those within it stay", () => {
  expect(canonicalRows(["", "   . .  ", "", "  . ", " "])).toEqual([" . .", "", "."]);
  expect(canonicalRows(["  ", ""])).toEqual([]);
});

test("every map comes back from its code as it was", () => {
  const random = generator(1);
  for (let i = 0; i < 2000; i++) {
    const rows = randomMap(random);
    if (rows.length > 0) expect(decodeMap(encodeMap(rows))).toEqual(rows);
  }
});

test("the largest code of a map is short enough", () => {
  const dense = Array.from({ length: 26 }, (_, y) => (y % 2 ? " " : "") + ".   ".repeat(10)).slice(0, 25);
  expect(encodeMap(dense).length).toBeLessThan(MAX_CODE);
  const fortresses = Array.from({ length: 26 }, (_, y) => (y % 2 ? " " : "") + "F   ".repeat(9));
  expect(encodeMap(fortresses).length).toBeLessThan(MAX_CODE);
});

test.each([
  ["", "no hex"], ["-", "no hex"], ["_5", "no hex"],
  ["h", "follow \"h\" at character 1 "], ["h0", "from 1 to 999"], ["h01", "from 1 to 999"], ["h1000", "from 1 to 999"],
  ["h3_x", "follow \"_\" at character 3 "], ["h3 h3", "character 3 of its code, \" \""], ["é", "\"é\""],
  ["h200-_1h57", "at most 256 hexes"], ["h999", "at most 256 hexes"], ["_999_2h1", "too wide"], ["h1_1h1", "half a hex off"], ["h1-h1", "half a hex off"],
  [`h1${"-".repeat(26)}h1`, "only 26 rows"], ["h1".repeat(2001), "longer than 4000 characters"],
])("%s is not a map, and a sentence says why", (code, why) => {
  expect(() => decodeMap(code)).toThrow(MapCodeError);
  expect(() => decodeMap(code)).toThrow(why);
});

test("thousands of mutilated codes give a map or a sentence", () => {
  const random = generator(2);
  const signs = "_hF-0123456789%é .\u{1F3F0}";
  let refused = 0;
  for (let i = 0; i < 4000; i++) {
    let code = encodeMap(randomMap(random));
    for (let cuts = 1 + random(3); cuts > 0; cuts--) {
      const at = random(code.length + 1);
      const inserted = random(2) ? (signs[random(signs.length)] ?? "") : "";
      code = code.slice(0, at) + inserted + code.slice(at + random(3));
    }
    if (isMapCodeError(code)) refused += 1;
    else expect(decodeMap(encodeMap(decodeMap(code)))).toEqual(decodeMap(code));
  }
  expect(refused).toBeGreaterThan(1000);
});
