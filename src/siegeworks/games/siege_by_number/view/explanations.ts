// What a piece is and how far the dice carry it (R7); what a Home Base brings (R5, R10).

import { done, drawn, type LegendEntry, type LegendOf, type PieceInfo, type PieceInfoOf, seatsOf } from "game-api/explanations";
import type { Cell, Piece, Scene } from "game-api/scene";
import { fights, legendWords, pieceWords, VALUES } from "./explanation-words";
import StepsSample from "./StepsSample.svelte";
export { optionWords } from "./explanation-words";

function homeLines(cell: Cell, scene: Scene): string[] {
  if (cell.ground !== "home" || !cell.seat) return [];
  const stack = scene.trays.find(({ title, seat }) => title === "stack" && seat === cell.seat);
  const coins = stack?.pieces.filter(({ kind }) => kind === "army").length ?? 0;
  return [pieceWords.homeLine(cell.seat, coins), pieceWords.homeWins];
}

function die({ text, spent }: Piece): PieceInfo {
  return { title: pieceWords.die(text), lines: [spent ? pieceWords.spent : pieceWords.dieCarries(VALUES.indexOf(text))], reach: [] };
}

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (piece?.kind === "die") return die(piece);
  if (!piece) {
    const lines = cell ? homeLines(cell, scene) : [];
    return cell && lines.length > 0 ? { title: pieceWords.home(cell.seat ?? ""), lines, reach: [] } : null;
  }
  const seat = piece.seat ?? "";
  const isCommander = piece.kind === "commander";
  const walk = scene.reaches?.get(cell?.name ?? "");
  const value = piece.text === "?" ? [pieceWords.unknown] : [fights(piece.text)];
  const lines = isCommander ? [pieceWords.commanderWalks, pieceWords.commanderFights] : [pieceWords.armyWalks, ...value];
  return {
    title: isCommander ? pieceWords.commander(seat) : pieceWords.army(seat, piece.text, piece.face_down),
    lines: [...lines, ...(walk ? [walk.sentence] : [])],
    reach: walk?.places ?? [],
  };
};

// The legend -------------------------------------------------------------------------------------

/** A Home Base and its stack. */
function home(seat: string): Scene {
  const cells = [{ name: "N", x: 0.5, y: 0.5, ground: "home", seat, piece: null, border: [] }];
  const stack = { title: "stack", seat, note: "", pieces: Array(3).fill(drawn("army", seat, { text: "?" })) };
  return { shape: "squares", cells, trays: [stack], chains: [], notes: [], goal: "", task: "" };
}

/** Three squares in a row, and those above them. */
function row(...pieces: readonly (Piece | null)[]): Scene {
  const cells = ["e5", "f5", "g5", "e6", "f6", "g6"].map((name, i): Cell => ({
    name, x: i % 3, y: i < 3 ? 1 : 0, ground: "square", seat: null, piece: pieces[i] ?? null, border: [],
  }));
  return { shape: "squares", cells, trays: [], chains: [], notes: [], goal: "", task: "" };
}

export const legend: LegendOf = (scene) => {
  const [seat = "suns", other = "crowns"] = seatsOf(scene);
  const [own, enemy] = [seat, other].map((owner) => drawn("army", owner, { text: "?", face_down: true })) as [Piece, Piece];
  const entries: LegendEntry[] = [
    { ...legendWords.army, piece: drawn("army", seat, { text: "?", face_down: true }) },
    { ...legendWords.shown, piece: drawn("army", seat, { text: "4", face_down: true }) },
    { name: legendWords.commander, explanation: `${pieceWords.commanderWalks} ${pieceWords.commanderFights}`, piece: drawn("commander", seat) },
    { ...legendWords.die, piece: drawn("die", seat, { text: "3" }) },
    { ...legendWords.spent, piece: drawn("die", seat, { text: "2", spent: true }) },
    { ...legendWords.home, scene: home(seat) },
    { ...legendWords.steps, Drawing: StepsSample },
    { ...legendWords.way, ...done(seat, "e5-g5", row(null, null, own), { way: ["e5", "f5", "g5"], cost: "2" }) },
    { ...legendWords.fight, ...done(seat, "xg5", row(null, own), { way: ["f5", "g5"], battle: { attacker: own, defender: enemy, outcome: "attacker" } }) },
  ];
  return { entries };
};
