// What the legend of a game explains: each game's `legend.ts`, loaded with the dialog.

import type { Component } from "svelte";
import { genericLegend } from "../generic/legend";
import type { Marks, Target } from "../board/marks";
import type { Piece, Scene } from "../scene/scene";
import type * as wire from "../wire";
import type { GameWords, Happening } from "./view";

/** Something to see, with its name and what it does or means. */
export interface LegendEntry {
  readonly name: string;
  readonly explanation: string;
  readonly piece?: Piece;
  readonly scene?: Scene;
  readonly last?: readonly string[]; // cells of the scene that changed in the last turn
  readonly happened?: Happening; // in the scene, and drawn as what stays on the board
  readonly Drawing?: Component; // of anything else
}

export interface Legend {
  readonly entries: readonly LegendEntry[];
  readonly unused?: readonly (keyof Marks | Target)[]; // marks that this game's board never has
}

/** The legend of a game as it is played in this scene. */
export type LegendOf = (scene: Scene) => Legend;

const modules = import.meta.glob<LegendOf>("./*/legend.ts", { import: "legend" });

/** Load the legend of a game; the kinds of pieces in the scene for a game without its own. */
export async function loadLegend(game: string, words: GameWords): Promise<LegendOf> {
  return (await modules[`./${game}/legend.ts`]?.()) ?? genericLegend(words);
}

/** The seats that a scene names, in its order. */
export function seatsOf({ trays, cells }: Scene): readonly string[] {
  const named = [...trays.map(({ seat }) => seat), ...cells.flatMap(({ seat, piece }) => [seat, piece?.seat ?? null])];
  return [...new Set(named.filter((seat) => seat !== null))];
}

/** What a step has done, so that the legend shows how the board tells it. */
export const done = (actor: string, token: string, scene: Scene, effects: wire.Effects): Pick<LegendEntry, "scene" | "happened"> => ({
  scene, happened: { before: null, scene, steps: [{ actor, token, effects }] },
});

/** The same of steps whose effects the page works out. */
export const happened = (actor: string, steps: readonly string[], before: Scene, scene: Scene, shown = ""): Pick<LegendEntry, "scene" | "happened"> => ({
  scene, happened: { before, scene, steps: steps.map((token) => ({ actor: /=/.test(token) ? "chance" : actor, token, shown })) },
});

/** A piece to be drawn. */
export const drawn = (kind: string, seat: string | null, more: Partial<Piece> = {}): Piece => ({
  kind, seat, text: "", face_down: false, color: null, ...more,
});
