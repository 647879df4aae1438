// What a piece is and how far the dice carry it (R7); what a Home Base brings (R5, R10).

import type { Cell, Piece, Scene, Tray } from "../../scene/scene";
import type { PieceInfo, PieceInfoOf } from "../piece-info";
import { shortestPaths } from "./paths";
import { fights, pieceWords as words } from "./piece-words";

const STEPS = "0A2345"; // what a die shows, by the steps that it allows

const tray = (scene: Scene, title: string, seat: string | null): Tray | undefined =>
  scene.trays.find((one) => one.title === title && (seat === null || one.seat === seat));

/** The steps of the best die that this seat has left, or could roll. */
function stepsOf(seat: string, scene: Scene): { steps: number; isRolled: boolean } {
  const dice = tray(scene, "dice", null);
  if (!dice || dice.seat !== seat) return { steps: STEPS.length - 1, isRolled: false };
  const left = dice.pieces.filter(({ spent }) => !spent).map(({ text }) => STEPS.indexOf(text));
  return { steps: Math.max(0, ...left), isRolled: true };
}

const isChosen = (cell: Cell, { notes }: Scene): boolean =>
  notes.some((note) => /this turn: (.*) \(/.exec(note)?.[1]?.split(", ").includes(cell.name));

/** How far a piece walks from its cell. */
function walk(piece: Piece, cell: Cell, scene: Scene): { line: string; reach: string[] } {
  if (isChosen(cell, scene)) return { line: words.chosen, reach: [] };
  const { steps, isRolled } = stepsOf(piece.seat ?? "", scene);
  if (steps === 0) return { line: words.noReach, reach: [] };
  const within = [...shortestPaths(scene, cell.name)].filter(([, path]) => path.length - 1 <= steps);
  return { line: words.reach(steps, isRolled), reach: within.map(([name]) => name) };
}

function homeLines(cell: Cell, scene: Scene): string[] {
  if (cell.ground !== "home" || !cell.seat) return [];
  const coins = tray(scene, "stack", cell.seat)?.pieces.filter(({ kind }) => kind === "army").length ?? 0;
  return [words.homeLine(cell.seat, coins), words.homeWins];
}

function die({ text, spent }: Piece): PieceInfo {
  return { title: words.die(text), lines: [spent ? words.spent : words.dieCarries(STEPS.indexOf(text))], reach: [] };
}

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (piece?.kind === "die") return die(piece);
  if (!piece) {
    const lines = cell ? homeLines(cell, scene) : [];
    return cell && lines.length > 0 ? { title: words.home(cell.seat ?? ""), lines, reach: [] } : null;
  }
  const seat = piece.seat ?? "";
  const isCommander = piece.kind === "commander";
  const moves = cell && walk(piece, cell, scene);
  const value = piece.text === "?" ? [words.unknown] : [fights(piece.text)];
  const lines = isCommander ? [words.commanderWalks, words.commanderFights] : [words.armyWalks, ...value];
  return {
    title: isCommander ? words.commander(seat) : words.army(seat, piece.text, piece.face_down),
    lines: [...lines, ...(moves ? [moves.line] : [])],
    reach: moves?.reach ?? [],
  };
};
