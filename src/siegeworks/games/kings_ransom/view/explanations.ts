// What a tile is, and which enemy tiles it reaches.

import { done, drawn, type LegendEntry, type LegendOf, type PieceInfo, type PieceInfoOf, seatsOf } from "game-api/explanations";
import type { Cell, Piece, Scene } from "game-api/scene";
import BattleSample from "./BattleSample.svelte";
import { KINDS, legendWords, tileWords } from "./explanation-words";
import { army } from "./grammar";
import { SYMBOLS } from "./symbols";
export { optionWords } from "./explanation-words";

const HIDDEN = "Face down"; // the title of the tray of tiles whose places are hidden

/** A tile that the viewer does not know. */
function hidden(piece: Piece, scene: Scene): PieceInfo {
  const seat = piece.seat ?? "";
  const tray = scene.trays.find((candidate) => candidate.title === HIDDEN && candidate.seat === seat);
  const counts = new Map<string, number>();
  for (const { kind } of tray?.pieces ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const lines = [tileWords.hidden(seat), ...(counts.size > 0 ? [tileWords.hiddenAmong(counts)] : [])];
  return { title: tileWords.hiddenTitle(seat), lines, reach: [] };
}

export const pieceInfo: PieceInfoOf = (piece, cell, scene) => {
  if (!piece) return null;
  const does = KINDS[piece.kind];
  if (!does) return hidden(piece, scene);
  const title = tileWords.title(piece.kind, SYMBOLS[piece.kind]?.pips ?? 0, piece.seat, piece.face_down && cell !== null);
  const isFoundOut = piece.kind === "spy" && cell !== null && !piece.face_down;
  const reach = cell && scene.reaches?.get(cell.name);
  const lines = [isFoundOut ? tileWords.foundOut : does, ...(reach?.sentence ? [reach.sentence] : [])];
  return { title, lines, reach: reach?.places ?? [] };
};

// The legend -------------------------------------------------------------------------------------

/** The first ranks of both armies, from column a on. */
function ranks(north: readonly (Piece | null)[], south: readonly (Piece | null)[]): Scene {
  const rank = (seat: string, pieces: readonly (Piece | null)[]): Cell[] =>
    pieces.map((piece, x) => ({
      name: `${army(seat)}${"abc"[x]}1`, x, y: seat === "south" ? 2 : 0, ground: "place", seat, piece, border: [],
    }));
  return { shape: "squares", cells: [...rank("north", north), ...rank("south", south)], trays: [], chains: [], notes: [], goal: "", task: "" };
}

export const legend: LegendOf = (scene) => {
  const [seat = "south", other = "north"] = seatsOf(scene);
  const tiles = Object.entries(KINDS).map(([kind, explanation]): LegendEntry => ({
    name: tileWords.title(kind, SYMBOLS[kind]?.pips ?? 0, null, false), explanation, piece: drawn(kind, seat),
  }));
  const back = drawn("tile", "north", { text: "?", face_down: true });
  const [archer, engineer, spy] = ["archer", "engineer", "spy"].map((kind) => drawn(kind, "south")) as [Piece, Piece, Piece];
  const infantry = drawn("infantry", "north");
  const entries: LegendEntry[] = [
    ...tiles,
    { ...legendWords.own, piece: drawn("infantry", seat, { face_down: true }) },
    { ...legendWords.back, piece: drawn("tile", other, { text: "?", face_down: true }) },
    { ...legendWords.battle, Drawing: BattleSample },
    {
      ...legendWords.lost,
      ...done("south", "b1xb1", ranks([null, back, back], [null, engineer, spy]), {
        losses: [{ piece: archer }, { piece: infantry, scorer: "south" }],
        slides: [{ start: "Sa1", place: "Sb1" }, { start: "Na1", place: "Nb1" }],
      }),
    },
    {
      ...legendWords.turned,
      ...done("south", "c1?b1", ranks([back, infantry, back], [engineer, archer, null]), {
        losses: [{ piece: spy }],
      }, ranks([back, back, back], [engineer, archer, spy])),
    },
  ];
  return { entries };
};
