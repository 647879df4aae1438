// The minions of Expansion, and what is drawn on its tiles.

import type { Cell, Piece, Scene } from "../../scene/scene";
import { drawn, happened, type LegendEntry, type LegendOf, seatsOf } from "../legend";
import { fights, legendWords as words } from "./piece-words";

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
  const [one = "suns", other = "moons"] = seatsOf(scene);
  const minion = (seat: string, text: string, face_down = false): Piece => drawn("minion", seat, { text, face_down });
  const [own, jumped, enemy] = [minion(one, "?", true), minion(one, "?", true), minion(other, "?", true)];
  const entries: LegendEntry[] = [
    { name: words.minion, explanation: words.minionDoes, piece: minion(one, "5") },
    { name: words.ace, explanation: fights("A"), piece: minion(one, "A") },
    { name: words.null, explanation: fights("0"), piece: minion(one, "0") },
    { name: words.own, explanation: words.ownDoes, piece: minion(one, "3", true) },
    { name: words.hidden, explanation: words.hiddenDoes, piece: minion(other, "?", true) },
    { name: words.free, explanation: words.freeDoes, scene: tile("tile", null) },
    { name: words.nearly, explanation: words.nearlyDoes, scene: tile("tile", null, [null, null, minion(one, "?", true)]) },
    { name: words.centre, explanation: words.centreDoes, scene: tile("centre", null) },
    { name: words.captured, explanation: words.capturedDoes, scene: tile("tile", one), piece: drawn("tile", one, { text: "a1" }) },
    { name: words.walk, explanation: words.walkDoes, ...happened(one, ["a1-b1"], tile("tile", null, [null, null, own]), tile("tile", null, [null, null, null, own])) },
    { name: words.jump, explanation: words.jumpDoes, ...happened(one, ["a1-c1"], strip(own, jumped), strip(null, jumped, own)) },
    { name: words.attack, explanation: words.attackDoes, ...happened(one, ["a1-b1"], tile("tile", null, [null, null, own, enemy]), tile("tile", null, [null, null, null, own]), "5x3") },
    {
      name: words.taken, explanation: words.takenDoes,
      ...happened(one, ["a1-a2"], tile("tile", null, [null, own, own]), tile("tile", one, [own, own])),
    },
  ];
  return { entries };
};
