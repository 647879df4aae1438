import { button, type MoveGrammar, named, type Pick, place } from "game-api/grammar";
import { byName } from "game-api/scene";
import { DIRECTIONS, hexesOf } from "./land";

// `d3-d6` an army by its ends, `@c4` a fortress, `swap`. The player picks any hex of an army, and then
// rotates it or picks another of its hexes.
const FORTRESS = /^@(\w+)$/;

export const grammar: MoveGrammar = {
  paths(token, { scene }) {
    const [, at] = FORTRESS.exec(token) ?? [];
    if (at) return [[place(at)]];
    if (!token.includes("-")) return [[button(token)]];
    const hexes = hexesOf(token, scene).map((hex): Pick => place(hex.name));
    return hexes.flatMap((pick) => hexes.filter((other) => other !== pick).map((other) => [pick, other]));
  },
  ghost(token) {
    const [, at] = FORTRESS.exec(token) ?? [];
    const piece = { kind: "fortress", seat: null, text: "", face_down: false, color: null };
    return at ? { piece, from: null, to: at } : null;
  },
  rotates: true,
  attempt(_last, pick, { scene }) {
    if (!pick.startsWith("place:")) return null;
    if (scene.cells.some((cell) => cell.barred)) return `@${named(pick)}`; // fortresses are being placed
    const at = byName(scene).get(named(pick));
    const end = at && scene.cells.find((cell) => DIRECTIONS.some(([dx, dy]) => cell.x === at.x + 3 * dx && cell.y === at.y + 3 * dy));
    return end ? `${at.name}-${end.name}` : null;
  },
};
