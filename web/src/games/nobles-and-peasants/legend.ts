// The towers and stones of Nobles and Peasants.

import type { Cell, Piece, Scene } from "../../scene/scene";
import { done, drawn, type LegendEntry, type LegendOf } from "../legend";
import { rolesOf, seatsIn } from "./piece-info";
import PointsSample from "./PointsSample.svelte";
import { legendWords as words, pieceWords } from "./piece-words";

/** Three circles in a row. */
function row(...pieces: readonly (Piece | null)[]): Scene {
  const cells = [0, 1, 2].map((i): Cell => ({
    name: `d${i + 1}`, x: 2 * i, y: 0, ground: "circle", seat: null, piece: pieces[i] ?? null, border: [],
  }));
  return { shape: "circles", cells, trays: [], chains: [], notes: [], goal: "", task: "" };
}

export const legend: LegendOf = (scene) => {
  const [seat = "blue"] = seatsIn(scene);
  const stones = ["blue", "yellow", "red", "green"].map((color): LegendEntry => ({
    name: words.stone(color), explanation: pieceWords.roles(rolesOf(color, scene)), piece: drawn("stone", null, { color }),
  }));
  const tower = drawn("tower", seat, { color: seat });
  const other = drawn("neutral tower", null, { color: "red" });
  const stone = drawn("stone", null, { color: seat });
  const entries: LegendEntry[] = [
    { name: words.tower, explanation: words.towerDoes, piece: tower },
    { name: words.neutral, explanation: pieceWords.neutralLine, piece: other },
    ...stones,
    { name: words.points, explanation: words.pointsDoes, Drawing: PointsSample },
    { name: words.scored, explanation: words.scoredDoes, ...done(seat, "R@d3", row(tower, null, stone), { way: ["d3"], points: [{ seat, points: 4, place: "d1" }] }) },
    { name: words.looks, explanation: words.looksDoes, ...done(seat, "T@d1", row(tower, null, other), { way: ["d1"], sight: ["d2"] }) },
  ];
  return { entries, unused: ["capture"] };
};
