// What a minion is, where it walks and jumps to (R5), and what its tile still needs to be captured (R7).

import type { Cell, Piece, Scene } from "../../scene/scene";
import type { PieceInfoOf } from "../piece-info";
import { fights, minionWords as words } from "./piece-words";
import { tilesOf } from "./tiles";

const HIDDEN = "?"; // the text of a minion whose value the viewer does not see
const STEPS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const)).filter(([dx, dy]) => dx || dy);
const isSetUp = ({ notes, task }: Scene): boolean => [...notes, task].some((said) => /\(R[34]\b/.test(said));
const isFirstMove = ({ task }: Scene): boolean => /very first move/.test(task);

/** Where a minion can go from its cell; combat included. */
function reachOf(from: Cell, scene: Scene): string[] {
  const at = new Map(scene.cells.map((cell) => [`${cell.x} ${cell.y}`, cell]));
  const own = (cell: Cell): boolean => cell.piece?.seat === from.piece?.seat;
  const jumps = !isFirstMove(scene);
  const found = STEPS.flatMap(([dx, dy]) => {
    const [near, behind] = [1, 2].map((steps) => at.get(`${from.x + steps * dx} ${from.y + steps * dy}`));
    const walk = near && (dx === 0 || dy === 0) ? [near] : [];
    return [...walk, ...(jumps && near?.piece && behind ? [behind] : [])];
  });
  return [...new Set(found.filter((cell) => !own(cell)).map(({ name }) => name))];
}

/** How far the capture of a cell's tile is: the tile's name, and what it still needs. */
function tileOf(cell: Cell, scene: Scene): { title: string; line: string; isCaptured: boolean } | null {
  const tile = tilesOf(scene).find(({ cells }) => cells.includes(cell));
  if (!tile) return null;
  if (tile.owner) return { title: words.capturedTitle(tile.name, tile.owner), line: words.capturedLine, isCaptured: true };
  const count = (owner: string): number => tile.cells.filter(({ piece }) => piece?.seat === owner).length;
  return { title: words.tileName(tile.name, tile.centre), line: words.tile(count("suns"), count("moons"), tile.leader), isCaptured: false };
}

/** What is known of a minion's value. */
function valueLines(piece: Piece, scene: Scene): string[] {
  if (piece.text === "") return [words.notPlaced];
  if (piece.text !== HIDDEN) return [fights(piece.text), ...(piece.face_down ? [words.onlyOwner(piece.seat ?? "")] : [])];
  const tray = scene.trays.find(({ title, seat }) => title === "Not yet shown" && seat === piece.seat);
  const values = tray?.pieces.map(({ text }) => text) ?? [];
  return [values.length > 0 ? words.hiddenAmong(values) : words.hidden];
}

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (piece?.kind === "tile") {
    return { title: words.capturedTitle(piece.text, piece.seat ?? ""), lines: [words.capturedLine], reach: [] };
  }
  const tile = cell && tileOf(cell, scene);
  if (!piece) return tile && { title: tile.title, lines: [tile.line], reach: [] };
  const seat = piece.seat ?? "";
  const title = piece.text === HIDDEN ? words.hiddenTitle(seat) : words.title(seat, piece.text, piece.face_down && cell !== null);
  const lines = valueLines(piece, scene);
  if (!cell || isSetUp(scene)) return { title, lines: cell ? lines : lines.slice(0, 1), reach: [] };
  const move = isFirstMove(scene) ? words.firstMove : words.move;
  return { title, lines: [move, ...lines, ...(tile ? [tile.isCaptured ? words.onTile(tile.title) : `${tile.title}: ${tile.line}`] : [])], reach: reachOf(cell, scene) };
};
