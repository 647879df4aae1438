// What a minion is, where it walks and jumps to, and what its tile still needs to be captured (R7).

import { done, drawn, type LegendEntry, type LegendOf, type PieceInfoOf, seatsOf } from "game-api/explanations";
import type { Cell, Piece, Scene } from "game-api/scene";
import { fights, legendWords, minionWords } from "./explanation-words";
import { tilesOf } from "./tiles";
export { optionWords } from "./explanation-words";

const HIDDEN = "?"; // the text of a minion whose value the viewer does not see

/** How far the capture of a cell's tile is: the tile's name, and what it still needs. */
function tileOf(cell: Cell, scene: Scene): { title: string; line: string; isCaptured: boolean } | null {
  const tile = tilesOf(scene).find(({ cells }) => cells.includes(cell));
  if (!tile) return null;
  if (tile.owner) return { title: minionWords.capturedTitle(tile.name, tile.owner), line: minionWords.capturedLine, isCaptured: true };
  const count = (owner: string): number => tile.cells.filter(({ piece }) => piece?.seat === owner).length;
  return { title: minionWords.tileName(tile.name, tile.centre), line: minionWords.tile(count("suns"), count("moons"), tile.leader), isCaptured: false };
}

/** What is known of a minion's value. */
function valueLines(piece: Piece, scene: Scene): string[] {
  if (piece.text === "") return [minionWords.notPlaced];
  if (piece.text !== HIDDEN) return [fights(piece.text), ...(piece.face_down ? [minionWords.onlyOwner(piece.seat ?? "")] : [])];
  const tray = scene.trays.find(({ title, seat }) => title === "Not yet shown" && seat === piece.seat);
  const values = tray?.pieces.map(({ text }) => text) ?? [];
  return [values.length > 0 ? minionWords.hiddenAmong(values) : minionWords.hidden];
}

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (piece?.kind === "tile") {
    return { title: minionWords.capturedTitle(piece.text, piece.seat ?? ""), lines: [minionWords.capturedLine], reach: [] };
  }
  const tile = cell && tileOf(cell, scene);
  if (!piece) return tile && { title: tile.title, lines: [tile.line], reach: [] };
  const seat = piece.seat ?? "";
  const title = piece.text === HIDDEN ? minionWords.hiddenTitle(seat) : minionWords.title(seat, piece.text, piece.face_down && cell !== null);
  const lines = valueLines(piece, scene);
  const reach = cell && scene.reaches?.get(cell.name); // none while minions are being placed
  if (!reach) return { title, lines: cell ? lines : lines.slice(0, 1), reach: [] };
  return { title, lines: [reach.sentence, ...lines, ...(tile ? [tile.isCaptured ? minionWords.onTile(tile.title) : `${tile.title}: ${tile.line}`] : [])], reach: reach.places };
};

// The legend -------------------------------------------------------------------------------------

/** One tile of four cells. */
function tile(ground: string, owner: string | null, pieces: readonly (Piece | null)[] = []): Scene {
  const cells = ["a2", "b2", "a1", "b1"].map((name, i): Cell => ({
    name, x: i % 2, y: Math.floor(i / 2), ground, seat: owner, piece: pieces[i] ?? null, border: [],
  }));
  return { shape: "tiles", cells, trays: [], chains: [], notes: [], goal: "", task: "" };
}

/** Three cells in a row, and those above them. */
function strip(...pieces: readonly (Piece | null)[]): Scene {
  const cells = ["a1", "b1", "c1", "a2", "b2", "c2"].map((name, i): Cell => ({
    name, x: i % 3, y: i < 3 ? 1 : 0, ground: "tile", seat: null, piece: pieces[i] ?? null, border: [],
  }));
  return { ...tile("tile", null), cells };
}

export const legend: LegendOf = (scene) => {
  const [actor = "suns", other = "moons"] = seatsOf(scene);
  const minion = (seat: string, text: string, face_down = false): Piece => drawn("minion", seat, { text, face_down });
  const own = minion(actor, "?", true);
  const entries: LegendEntry[] = [
    { ...legendWords.minion, piece: minion(actor, "5") },
    { name: legendWords.ace, explanation: fights("A"), piece: minion(actor, "A") },
    { name: legendWords.null, explanation: fights("0"), piece: minion(actor, "0") },
    { ...legendWords.own, piece: minion(actor, "3", true) },
    { ...legendWords.hidden, piece: minion(other, "?", true) },
    { ...legendWords.free, scene: tile("tile", null) },
    { ...legendWords.nearly, scene: tile("tile", null, [null, null, own]) },
    { ...legendWords.centre, scene: tile("centre", null) },
    { ...legendWords.captured, scene: tile("tile", actor), piece: drawn("tile", actor, { text: "a1" }) },
    { ...legendWords.walk, ...done(actor, "a1-b1", tile("tile", null, [null, null, null, own]), { way: ["a1", "b1"] }) },
    { ...legendWords.jump, ...done(actor, "a1-c1", strip(null, own, own), { way: ["a1", "b1", "c1"] }) },
    { ...legendWords.attack, ...done(actor, "a1-b1", tile("tile", null, [null, null, null, own]), {
      way: ["a1", "b1"], battle: { attacker: minion(actor, "5"), defender: minion(other, "3"), outcome: "attacker" },
    }) },
    { ...legendWords.taken, ...done(actor, "a1-a2", tile("tile", actor, [own, own]), { way: ["a1", "a2"], captures: [{ place: "a1", seat: actor }] }) },
  ];
  return { entries };
};
