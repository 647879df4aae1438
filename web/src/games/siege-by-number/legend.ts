// The pieces, dice and Home Bases of Siege by Number.

import type { Cell, Piece, Scene } from "../../scene/scene";
import { done, drawn, type LegendEntry, type LegendOf, seatsOf } from "../legend";
import StepsSample from "./StepsSample.svelte";
import { legendWords as words, pieceWords } from "./piece-words";

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
  const [own, enemy] = [seat, other].map((one) => drawn("army", one, { text: "?", face_down: true })) as [Piece, Piece];
  const entries: LegendEntry[] = [
    { name: words.army, explanation: words.armyDoes, piece: drawn("army", seat, { text: "?", face_down: true }) },
    { name: words.shown, explanation: words.shownDoes, piece: drawn("army", seat, { text: "4", face_down: true }) },
    { name: words.commander, explanation: `${pieceWords.commanderWalks} ${pieceWords.commanderFights}`, piece: drawn("commander", seat) },
    { name: words.die, explanation: words.dieDoes, piece: drawn("die", seat, { text: "3" }) },
    { name: words.spent, explanation: words.spentDoes, piece: drawn("die", seat, { text: "2", spent: true }) },
    { name: words.home, explanation: words.homeDoes, scene: home(seat) },
    { name: words.steps, explanation: words.stepsDoes, Drawing: StepsSample },
    { name: words.way, explanation: words.wayDoes, ...done(seat, "e5-g5", row(null, null, own), { way: ["e5", "f5", "g5"], cost: "2" }) },
    {
      name: words.fight, explanation: words.fightDoes,
      ...done(seat, "xg5", row(null, own), { way: ["f5", "g5"], battle: { attacker: own, defender: enemy, outcome: "attacker" } }),
    },
  ];
  return { entries };
};
