import { byName, type Scene } from "game-api/scene";
import { map, piece } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { pieceInfo } from "./explanations";

function infoAt(name: string, shown: Scene) {
  const at = byName(shown).get(name);
  return at ? pieceInfo(at.piece, at, shown) : null;
}

const ARMY = ["b1", "b2", "b3", "b4"];
const LAND = map(
  ". . F . .",
  "r r r r .",
  " F . . . .",
);

test("R4, R7: an army is named by its ends, and says if the next one must touch it", () => {
  const free = { ...LAND, chains: [ARMY] };
  expect(infoAt("b2", free)).toMatchObject({ title: "Red’s army b1–b4", reach: [] });
  const bound = { ...free, task: "Place an army beside the last one, b1-b4, because it captured nothing (R7)" };
  expect(infoAt("b2", bound)?.reach).toContain("b5");
  expect(infoAt("b2", bound)?.reach).not.toContain("c1"); // an army does not fit on a fortress
  expect(infoAt("b2", bound)?.lines).toHaveLength(2);
});

test("R6: a neutral fortress says how much room its area has left", () => {
  const walled = map("F . r . . . F", " r r . . . .");
  expect(infoAt("a1", walled)).toMatchObject({ title: "Neutral fortress", reach: ["a1", "a2"] });
  expect(infoAt("a1", walled)?.lines.at(-1)).toBe("Its area: 2 hexes, and 0 places for an army.");
  expect(infoAt("a7", walled)?.lines.at(-1)).toContain("1 place for"); // b3-b6
});

test("R6: a captured fortress, closed land and open land", () => {
  const shown = map("F . r . . . .");
  const captured = { ...shown, cells: shown.cells.map((one) => (one.name === "a1" ? { ...one, seat: "blue" } : one)) };
  expect(infoAt("a1", captured)?.title).toBe("Blue’s fortress");
  expect(infoAt("a2", shown)?.title).toBe("Closed land");
  expect(infoAt("a5", shown)).toBeNull();
  expect(pieceInfo(piece("fortress", null), null, shown)?.title).toBe("Neutral fortress");
});
