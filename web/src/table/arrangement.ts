// Pieces that a player arranges on the board before anything of it is played.

import type { Snippet } from "svelte";
import type { BoardPointer } from "../board/Board.svelte";
import type { Layout } from "../board/layout";
import type { Marks } from "../board/marks";
import type { Scene } from "../scene/scene";
import type { DraggedPiece } from "./move-input.svelte";

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
