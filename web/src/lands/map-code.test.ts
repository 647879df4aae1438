import { expect, test } from "vitest";
import { canonicalRows, decodeMap, encodeMap, MapCodeError, MAX_CODE } from "./map-code";

const LAND = ["  . F .", " . .", "", " ."];

// A generator of its own: a failure can be repeated.
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomLand(random: (below: number) => number): string[] {
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
    expect(error.message).toMatch(/^This l.*[.]$/);
    return true;
  }
};

test("a land is written as the contract says", () => {
  expect(encodeMap(LAND)).toBe("_1h1Fh1-h2--h1");
  expect(encodeMap([".", " ", ". . . F"])).toBe("h1--h3F");
  expect(decodeMap("_2h1Fh1-_1h2--_1h1")).toEqual(canonicalRows(LAND));
  expect(encodeMap([" . .   F . .     F"])).toBe("h2_2Fh2_4F");
});

test("blank lines and columns around a land are cut, those within it stay", () => {
  expect(canonicalRows(["", "   . .  ", "", "  . ", " "])).toEqual([" . .", "", "."]);
  expect(canonicalRows(["  ", ""])).toEqual([]);
});

test("every land comes back from its code as it was", () => {
  const random = generator(1);
  for (let i = 0; i < 2000; i++) {
    const rows = randomLand(random);
    if (rows.length > 0) expect(decodeMap(encodeMap(rows))).toEqual(rows);
  }
});

test("the largest code of a land is short enough", () => {
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
])("%s is not a land, and a sentence says why", (code, why) => {
  expect(() => decodeMap(code)).toThrow(MapCodeError);
  expect(() => decodeMap(code)).toThrow(why);
});

test("thousands of mutilated codes give a land or a sentence", () => {
  const random = generator(2);
  const signs = "_hF-0123456789%é .\u{1F3F0}";
  let refused = 0;
  for (let i = 0; i < 4000; i++) {
    let code = encodeMap(randomLand(random));
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
