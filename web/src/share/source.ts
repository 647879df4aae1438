// What can be shared: a game at a table or a recorded one, as far as this client may know it. Pictures are
// made of nothing else.

import type { Scene } from "../game-api/scene";
import type * as wire from "../wire";

export interface SharedPlayer {
  readonly seat: string;
  readonly name: string;
}

/** A position, and the turn that led to it. */
export interface SharedPosition {
  readonly label: string; // "Position 14 of 32"
  readonly name: string; // of its file: "14"
  readonly sentence: string; // what happened in the turn
  readonly scene: Scene;
  readonly before: Scene | null; // the scene when the turn began
  readonly steps: readonly wire.Step[]; // of the turn
  readonly result: string; // of the game, after its last turn; else "*"
  readonly ending: string;
}

export interface ShareSource {
  readonly game: string;
  readonly title: string;
  readonly players: readonly SharedPlayer[];
  readonly turns: number; // of the board, in quarters
  readonly isOver: boolean;
  readonly audience: string | null; // who may know what the pictures show; null: everybody
  readonly link: string | null; // never with a seat's key or an invitation
  readonly history: readonly wire.Turn[];
  /** The position that is shown now. */
  shown(): Promise<SharedPosition>;
  /** The position after so many turns.
   *  @throws Error with a sentence, if it cannot be had. */
  position(turns: number): Promise<SharedPosition>;
  readonly record: (() => Promise<string>) | null; // null: not before the end
}

/** What happened in the turn, and how the game ended. */
export function happened({ sentence, ending }: Pick<SharedPosition, "sentence" | "ending">): string {
  return [sentence, sentence.toLowerCase().includes(ending.toLowerCase()) ? "" : ending].filter(Boolean).join(" ");
}
