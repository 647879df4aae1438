// Pieces that a player arranges on the board before anything of it is played.

import type { Snippet } from "svelte";
import type * as wire from "../wire";
import type { Drawings } from "./drawings";
import type { Pick } from "./grammar";
import type { Layout, Point } from "./layout";
import type { Marks } from "./marks";
import type { Piece, Scene } from "./scene";

/** A pointer on the board. */
export interface BoardPointer {
  readonly cell: string | null; // the nearest cell within reach
  readonly at: Point; // in the drawing's units
  readonly event: "down" | "move" | "up" | "leave";
  readonly touch: boolean;
  readonly scale: number; // screen pixels per unit of the drawing
}

/** What is drawn under the pointer that drags it. */
export interface DraggedPiece {
  readonly pick: Pick;
  readonly piece: Piece | null;
  readonly at: Point;
}

/** What takes over the board meanwhile. */

export interface Arrangement {
  readonly task: string; // what to do, in a sentence
  readonly scene: Scene; // with what is arranged so far
  readonly marks: Marks;
  readonly dragged: DraggedPiece | null;
  readonly overBoard: Snippet<[Layout]>; // lies over the board
  pick(place: string): void;
  point(pointer: BoardPointer): void;
  holds(place: string | null): boolean; // a finger here drags something, rather than scrolls the page
  endDrag(): void;
  clear(): void; // what is held, by Escape
}

/** How moves are made while pieces are arranged. */
export interface SetupInput {
  arrangement: Arrangement | null; // gets what is picked on the board
  message: string; // why something was refused
  readonly myTurn: boolean;
  readonly sending: boolean;
  play(token: string): Promise<boolean>; // whether it was accepted
}

export interface SetupProps {
  readonly table: string;
  readonly view: wire.View;
  readonly scene: Scene;
  readonly input: SetupInput;
  readonly drawings: Drawings;
}
