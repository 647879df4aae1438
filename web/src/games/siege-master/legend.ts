// The armies, fortresses and land of Siege Master.

import type { Cell, Scene } from "../../scene/scene";
import AllowedSample from "./AllowedSample.svelte";
import GhostSample from "./GhostSample.svelte";
import { done, drawn, type LegendEntry, type LegendOf, seatsOf } from "../legend";
import { legendWords as words } from "./piece-words";

const HEXES = ["a1", "a2", "a3", "a4"];

function land(cells: readonly Partial<Cell>[], chains: Scene["chains"] = []): Scene {
  const hexes = cells.map((cell, i): Cell => ({
    name: `a${i + 1}`, x: 2 * i, y: 0, ground: "land", seat: null, piece: null, border: [], ...cell,
  }));
  return { shape: "hexes", cells: hexes, trays: [], chains, notes: [], goal: "", task: "" };
}

export const legend: LegendOf = (scene) => {
  const [seat = "red"] = seatsOf(scene);
  const fortress = { name: "b1", x: 1, y: 1, ground: "fortress" };
  const beside = { name: "b2", x: 3, y: 1 };
  const army = Array<Partial<Cell>>(4).fill({ piece: drawn("army", seat) });
  const entries: LegendEntry[] = [
    { name: words.army, explanation: words.armyDoes, scene: land(army, [HEXES]) },
    { name: words.glow, explanation: words.glowDoes, scene: land(army, [HEXES]), last: HEXES },
    { name: words.ghost, explanation: words.ghostDoes, Drawing: GhostSample },
    { name: words.neutral, explanation: words.neutralDoes, piece: drawn("fortress", null) },
    { name: words.captured, explanation: words.capturedDoes, piece: drawn("fortress", seat) },
    { name: words.closed, explanation: words.closedDoes, scene: land([{}, {}]) },
    { name: words.allowed, explanation: words.allowedDoes, Drawing: AllowedSample },
    {
      name: words.taken, explanation: words.takenDoes,
      ...done(seat, "a1-a4", land([...army, { ...fortress, seat }, beside], [HEXES]), {
        way: HEXES, closed: ["b1", "b2"], captures: [{ place: "b1", seat }],
      }),
    },
  ];
  return { entries, unused: ["selected", "movable", "capture", "last", "arrow"] };
};
