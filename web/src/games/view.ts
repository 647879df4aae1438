// What the page knows of one game: how it is drawn, and how its tokens are picked. A game's folder
// has a file for each part; faces.ts has them all.

import type { Component } from "svelte";
import type { Layout, Point } from "../board/layout";
import type { MoveGrammar, Pick } from "../moves/grammar";
import type { Piece, Scene } from "../scene/scene";
import type { MoveSelection } from "../table/move-selection.svelte";
import type * as wire from "../wire";

/** A battle that has just been fought, or waits for help. */
export interface Battle {
  readonly attacker: Piece;
  readonly defender: Piece;
  readonly helper: Piece | null;
  /** Who won; or, where nobody did, whether both fall or stay; null: it is not decided, or not known. */
  readonly outcome: "attacker" | "defender" | "fall" | "stay" | null;
}

export interface OverlayProps {
  readonly scene: Scene;
  readonly layout: Layout;
  readonly picking: MoveSelection;
  readonly seats: number;
}

/** A thing beside the board is pressed, and may be dragged. */
export type PieceDragStart = (event: PointerEvent, pick: Pick, piece: Piece) => void;

export interface TrayProps {
  readonly scene: Scene;
  readonly next: readonly Pick[];
  readonly picked: readonly Pick[];
  readonly onpick: (pick: Pick) => void;
  readonly ondragpiece: PieceDragStart;
}

export interface GameView {
  readonly Ground: Component<{ scene: Scene; layout: Layout; last?: readonly string[] }>;
  readonly Piece: Component<{ piece: Piece; size: number }>;
  readonly Overlay?: Component<OverlayProps>; // what picking shows on the board
  readonly AboveBoard?: Component<{ scene: Scene }>; // a tally over the board
  readonly BelowBoard?: Component<TrayProps>; // a row under the board
  readonly choices: MoveGrammar;
  readonly score: string; // the tray whose note says how a seat stands
  readonly apart: readonly string[]; // trays that Above or Below draws
  readonly across?: string; // the seat that sees the board from the other side
  /** What the pointer means of these tokens, the first the most. */
  readonly orderByPointer?: (tokens: readonly string[], at: Point, scene: Scene, layout: Layout) => readonly string[];
  /** From where pieces slid that the last step moved beside its own; by where they are now. */
  readonly slides?: (steps: readonly wire.Step[], before: Scene | null, now: Scene) => ReadonlyMap<string, string>;
  /** Whose turn has just ended though nobody ended it. */
  readonly automaticTurnEnd?: (steps: readonly wire.Step[]) => string | null;
  readonly battle?: (steps: readonly wire.Step[], before: Scene | null, now: Scene) => Battle | null;
}

/** How a seat stands, in a few words: "3 of 15"; empty where nothing is counted. */
export function scoreOf(gameView: GameView, scene: Scene, seat: string): string {
  const tray = scene.trays.find((one) => one.title === gameView.score && one.seat === seat);
  return tray?.note.split(/[;,]/)[0] ?? "";
}
