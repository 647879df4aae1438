// The minions of Expansion, and what is drawn on its tiles.

import type { Cell, Piece, Scene } from "../../scene/scene";
import { done, drawn, type LegendEntry, type LegendOf, seatsOf } from "../legend";
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
  const [own, jumped] = [minion(one, "?", true), minion(one, "?", true)];
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
    { name: words.walk, explanation: words.walkDoes, ...done(one, "a1-b1", tile("tile", null, [null, null, null, own]), { way: ["a1", "b1"] }) },
    { name: words.jump, explanation: words.jumpDoes, ...done(one, "a1-c1", strip(null, jumped, own), { way: ["a1", "b1", "c1"] }) },
    { name: words.attack, explanation: words.attackDoes, ...done(one, "a1-b1", tile("tile", null, [null, null, null, own]), {
      way: ["a1", "b1"], battle: { attacker: minion(one, "5"), defender: minion(other, "3"), outcome: "attacker" },
    }) },
    {
      name: words.taken, explanation: words.takenDoes,
      ...done(one, "a1-a2", tile("tile", one, [own, own]), { way: ["a1", "a2"], captures: [{ place: "a1", seat: one }] }),
    },
  ];
  return { entries };
};
