import { expect, test } from "vitest";
import { canonicalRows, MAX_HEXES } from "../maps/map-code";
import { Drawing } from "./drawing.svelte";
import {
  AXES, BOTTOM, cornerOf, imagesOf, inSea, keyOf, mapOf, nameOf, nearestSpot, neighbour, reachOf, rowsIn, rowsOf,
  seaOf, spotNamed, spotOf, SYMMETRIES, TOP, wayBetween,
} from "./sea";

const MIDDLE = { x: 0, y: 0 };
const spotsOf = (rows: readonly string[]) => [...mapOf(rows).keys()].map(spotOf);

test("the sea has as many rows as a map may have, and room beside the widest map", () => {
  const rows = new Set(seaOf(30).map(({ y }) => y));
  expect([rows.size, Math.min(...rows), Math.max(...rows)]).toEqual([26, TOP, BOTTOM]);
  const wide = mapOf([". ".repeat(60)]);
  expect([...wide.keys()].every((key) => inSea(spotOf(key), reachOf(wide)))).toBe(true);
  expect(inSea({ x: 1, y: 0 }, 30)).toBe(false);
});

test.each([
  [[". . . .", " . F .", "", " . ."]],
  [[" . .", ". . F", " . ."]],
  [["."]],
  [Array.from({ length: 26 }, (_, y) => (y % 2 ? " ." : "."))],
  [Array.from({ length: 26 }, (_, y) => (y % 2 ? "." : " ."))],
  [[". ".repeat(256).trimEnd()]],
])("rows become a map in the sea, and come back as they were", (rows) => {
  const map = mapOf(rows);
  expect(rowsOf(map)).toEqual(canonicalRows(rows));
  expect(rowsIn(map)).toBe(rows.length);
  expect(spotsOf(rows).every((spot) => inSea(spot, reachOf(map)))).toBe(true);
});

test("nothing is drawn on an empty sea", () => {
  expect(rowsOf(mapOf([]))).toEqual([]);
  expect([rowsIn(mapOf([" "])), rowsOf(new Map())]).toEqual([0, []]);
});

test("hexes have the names that the rules give them (R1)", () => {
  const map = mapOf(["   . F .", "", " . ."]);
  const corner = cornerOf(map);
  const names = [...map.keys()].map((key) => nameOf(spotOf(key), corner));
  expect(names).toEqual(["a2", "a3", "a4", "c1", "c2"]);
  expect(names.map((name) => keyOf(spotNamed(name, corner) ?? MIDDLE))).toEqual([...map.keys()]);
  for (const none of ["", "a", "7", "a0", "A1", "aa1"]) expect(spotNamed(none, corner)).toBeNull();
});

test("the nearest hex is the one under the pointer", () => {
  for (const spot of seaOf(30)) {
    expect(nearestSpot(spot.x + 0.6, spot.y - 0.2)).toEqual(spot);
    expect(nearestSpot(spot.x - 0.3, spot.y + 0.3)).toEqual(spot);
  }
});

test("a stroke has no gaps, however fast the pointer goes", () => {
  for (const end of seaOf(20)) {
    const way = [MIDDLE, ...wayBetween(MIDDLE, end)];
    expect(keyOf(way.at(-1) ?? MIDDLE)).toBe(keyOf(end));
    way.slice(1).forEach((spot, i) => {
      const near = [0, 1, 2, 3, 4, 5].map((direction) => keyOf(neighbour(way[i] ?? MIDDLE, direction)));
      expect(near).toContain(keyOf(spot));
    });
  }
});

const IMAGES = { none: 1, "left-right": 2, "top-bottom": 2, both: 4, "turn-180": 2, "turn-120": 3, "turn-60": 6, hexagon: 12 };

test.each(SYMMETRIES)("%s: the images of a hex are hexes, equally far from the middle, and have the same images", (symmetry) => {
  const spot = { x: 7, y: 3 };
  const images = imagesOf(spot, symmetry);
  expect(images).toHaveLength(IMAGES[symmetry]);
  expect(imagesOf(MIDDLE, symmetry)).toEqual([MIDDLE]);
  const far = ({ x, y }: typeof spot) => x * x + 3 * y * y;
  const keys = images.map(keyOf).sort();
  for (const image of images) {
    expect((image.x + image.y) & 1).toBe(0);
    expect(far(image)).toBe(far(spot));
    expect(imagesOf(image, symmetry).map(keyOf).sort()).toEqual(keys);
  }
  for (const axis of AXES[symmetry]) {
    const on = { x: 2 * axis.x, y: 2 * axis.y };
    expect(imagesOf(on, symmetry).length).toBeLessThan(IMAGES[symmetry]);
  }
});

test("mirrors and turns are what they are called", () => {
  const names = (symmetry: (typeof SYMMETRIES)[number]) => imagesOf({ x: 2, y: 0 }, symmetry).map(keyOf).sort();
  expect(names("left-right")).toEqual(["-2 0", "2 0"]);
  expect(names("turn-120")).toEqual(["-1 -1", "-1 1", "2 0"].sort());
  expect(imagesOf({ x: 1, y: 1 }, "top-bottom").map(keyOf)).toEqual(["1 1", "1 -1"]);
});

test("a stroke is one step to undo, and to redo", () => {
  const drawing = new Drawing();
  drawing.begin();
  drawing.paint(wayBetween({ x: -2, y: 0 }, { x: 2, y: 0 }), "land", "none");
  drawing.paint([{ x: 4, y: 0 }], "land", "none");
  drawing.end();
  drawing.draw([MIDDLE], "fortress", "none");
  expect(rowsOf(drawing.map)).toEqual(["F . ."]);
  drawing.undo();
  expect(rowsOf(drawing.map)).toEqual([". . ."]);
  drawing.undo();
  expect([drawing.map.size, drawing.canUndo, drawing.canRedo]).toEqual([0, false, true]);
  drawing.redo();
  drawing.redo();
  drawing.redo();
  expect([rowsOf(drawing.map), drawing.canRedo]).toEqual([["F . ."], false]);
  drawing.undo();
  drawing.draw([MIDDLE], "sea", "none");
  expect([rowsOf(drawing.map), drawing.canRedo]).toEqual([[". ."], false]);
});

test("a stroke that changes nothing cannot be undone, and one that is abandoned leaves no trace", () => {
  const drawing = new Drawing(mapOf([". F"]));
  const spots = spotsOf([". F"]);
  drawing.draw(spots, "land", "none");
  drawing.replace(mapOf([". F"]));
  expect(drawing.canUndo).toBe(false);
  drawing.begin();
  drawing.paint(spots, "sea", "none");
  drawing.abandon();
  drawing.end();
  expect([rowsOf(drawing.map), drawing.canUndo]).toEqual([[". F"], false]);
});

test("undoing in the middle of a stroke ends it", () => {
  const drawing = new Drawing(mapOf(["."]));
  drawing.begin();
  drawing.paint([{ x: 8, y: 0 }], "land", "none");
  drawing.undo();
  drawing.paint([{ x: 10, y: 0 }], "land", "none");
  drawing.end();
  expect([rowsOf(drawing.map), drawing.canUndo]).toEqual([["."], false]);
});

test("land leaves fortresses, and taking a fortress away leaves the land", () => {
  const drawing = new Drawing(mapOf(["F ."]));
  const spots = spotsOf(["F ."]);
  drawing.draw(spots, "land", "none");
  expect(rowsOf(drawing.map)).toEqual(["F ."]);
  drawing.draw([...spots, { x: 6, y: 0 }], "plain", "none");
  expect(rowsOf(drawing.map)).toEqual([". ."]);
});

test("with a symmetry, a hex is drawn with all its images or not at all", () => {
  const drawing = new Drawing();
  expect(drawing.draw([{ x: 4, y: 0 }], "fortress", "turn-60")).toBeNull();
  expect(drawing.map.size).toBe(6);
  expect(drawing.draw([{ x: 29, y: 1 }], "land", "turn-60")).toBe("edge");
  expect(drawing.draw([{ x: 1, y: BOTTOM }], "land", "top-bottom")).toBe("edge");
  expect(drawing.map.size).toBe(6);
});

test("a map never has more hexes than fit", () => {
  const drawing = new Drawing();
  expect(drawing.draw(seaOf(30), "land", "none")).toBe("full");
  expect(drawing.map.size).toBe(MAX_HEXES);
  const [key = ""] = drawing.map.keys();
  expect(drawing.draw([spotOf(key)], "fortress", "none")).toBeNull();
});

test("the sea grows with the map, but not under a stroke", () => {
  const drawing = new Drawing();
  const { reach } = drawing;
  drawing.begin();
  drawing.paint([{ x: reach, y: 0 }], "land", "none");
  expect(drawing.reach).toBe(reach);
  drawing.end();
  expect(drawing.reach).toBeGreaterThan(reach);
});
