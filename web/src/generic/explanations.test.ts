import { expect, test } from "vitest";
import { cell, piece, scene } from "../game-api/test-scenes";
import { explained } from "./explanations";

const words = { title: "Breakthrough", sentence: "", about: { pawn: "Moves one step forward." } };

test("a game without words of its own names its pieces as the scene does", () => {
  const { pieceInfo: about } = explained(words);
  const shown = scene("squares", []);
  expect(about(piece("pawn", "white"), cell("a1", 0, 0), shown)).toEqual({
    title: "Pawn of White", lines: ["Moves one step forward."], reach: [],
  });
  expect(about({ ...piece("tile", "white", "?"), face_down: true }, null, shown)?.title).toBe("Tile of White, face down");
  expect(about(null, cell("a1", 0, 0), shown)).toBeNull();
});

test("its legend has each kind of piece once", () => {
  const shown = scene("squares", [cell("a1", 0, 0, { piece: piece("pawn", "white") }), cell("a2", 0, 1, { piece: piece("pawn", "black") })], [
    { title: "Hand", seat: "white", note: "", pieces: [piece("king", "white")] },
  ]);
  expect(explained(words).legend(shown).entries.map(({ name, explanation }) => [name, explanation])).toEqual([
    ["Pawn", "Moves one step forward."], ["King", ""],
  ]);
});
