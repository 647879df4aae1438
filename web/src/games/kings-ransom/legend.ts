// The tiles of King’s Ransom, face up and face down.

import BattleSample from "./BattleSample.svelte";
import type { Cell, Piece, Scene } from "../../scene/scene";
import { drawn, happened, type LegendEntry, type LegendOf, seatsOf } from "../legend";
import { KINDS, legendWords as words, tileWords } from "./piece-words";
import { SYMBOLS } from "./symbols";

/** The first ranks of both armies, from column a on. */
function ranks(north: readonly (Piece | null)[], south: readonly (Piece | null)[]): Scene {
  const army = (seat: string, pieces: readonly (Piece | null)[]): Cell[] =>
    pieces.map((piece, x) => ({
      name: `${seat === "south" ? "S" : "N"}${"abc"[x]}1`, x, y: seat === "south" ? 2 : 0, ground: "place", seat, piece, border: [],
    }));
  return { shape: "squares", cells: [...army("north", north), ...army("south", south)], trays: [], chains: [], notes: [], goal: "", task: "" };
}

export const legend: LegendOf = (scene) => {
  const [one = "south", other = "north"] = seatsOf(scene);
  const tiles = Object.entries(KINDS).map(([kind, { sentence }]): LegendEntry => ({
    name: tileWords.title(kind, SYMBOLS[kind]?.pips ?? 0, null, false),
    explanation: sentence,
    piece: drawn(kind, one),
  }));
  const back = drawn("tile", "north", { text: "?", face_down: true });
  const [archer, engineer, spy, infantry] = ["archer", "engineer", "spy", "infantry"].map((kind) =>
    drawn(kind, kind === "infantry" ? "north" : "south")) as [Piece, Piece, Piece, Piece];
  const entries: LegendEntry[] = [
    ...tiles,
    { name: words.ownName, explanation: words.own, piece: drawn("infantry", one, { face_down: true }) },
    { name: words.backName, explanation: words.back, piece: drawn("tile", other, { text: "?", face_down: true }) },
    { name: words.battleName, explanation: words.battle, Drawing: BattleSample },
    {
      name: words.lostName, explanation: words.lost,
      ...happened("south", ["b1xb1"], ranks([back, back, back], [engineer, archer, spy]), ranks([null, back, back], [null, engineer, spy]), "AxI"),
    },
    {
      name: words.turnedName, explanation: words.turned,
      ...happened("south", ["c1?b1"], ranks([back, back, back], [engineer, archer, spy]), ranks([back, infantry, back], [engineer, archer, null])),
    },
  ];
  return { entries };
};
