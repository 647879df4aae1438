// The view of a game: how the page draws it, how its moves are picked, and its words. Each game's folder
// exports one from `view.ts`; games/registry.ts finds them.

import type { Component, Snippet } from "svelte";
import type { Attachment } from "svelte/attachments";
import type * as wire from "../wire";
import type { Happening } from "./aftermath";
import type { Drawings, Marks, Styles } from "./drawings";
import type { Explanations } from "./explanations";
import type { GhostPiece, MoveContext, MoveGrammar, Pick, PickTree } from "./grammar";
import type { Layout, Point } from "./layout";
import type { Piece, Scene } from "./scene";
import type { SeatLook } from "./seats";

/** The move that is being selected, from pick to pick. */
export interface Selection {
  readonly legal: readonly string[];
  readonly context: MoveContext;
  readonly picked: readonly Pick[];
  readonly hoveredPlace: string | null;
  readonly remaining: PickTree; // what is left after the picks so far
  readonly next: readonly Pick[]; // what can be picked next
  readonly previewed: string | null; // the token that is selected, or that rotating shows under the pointer
  readonly aimed: string | null; // the token that the next pick or confirming would play
  readonly ghost: GhostPiece | null;
  tokenAfter(pick: Pick): string | null; // the token that this pick completes
  effectsOf(token: string | null): wire.Effects | null; // as far as they are known
}

export interface OverlayProps {
  readonly scene: Scene;
  readonly layout: Layout;
  readonly selection: Selection;
  readonly drawings: Drawings;
}

export interface AftermathProps {
  readonly happenings: readonly Happening[]; // since one's own last move, the oldest first
  readonly scene: Scene;
  readonly layout: Layout;
  readonly seats: number;
  readonly drawings: Drawings;
}

/** What moves did and would do, on the board, and moves in words. */
export interface Consequences {
  readonly Aftermath?: Component<AftermathProps>; // what has happened since one's own last move
  readonly Overlay?: Component<OverlayProps>; // what selecting a move shows
  /** A move as a command: "Pay with the 6"; empty or missing: by its pieces and places. */
  readonly moveText?: (token: string, context: MoveContext) => string;
  /** Whether Aftermath draws the way of a piece, so that no arrow is needed. */
  readonly drawsWays?: boolean;
}

/** A piece in a tray is pressed and may be dragged to the board. */
export type PieceDragStart = (event: PointerEvent, pick: Pick, piece: Piece) => void;

export interface TrayProps {
  readonly scene: Scene;
  readonly next: readonly Pick[];
  readonly picked: readonly Pick[];
  readonly onpick: (pick: Pick) => void;
  readonly ondragpiece: PieceDragStart;
  /** For the element of a piece, so that it is named when it is inspected. */
  readonly inspect?: (piece: Piece) => Attachment<HTMLElement> | undefined;
  readonly drawings: Drawings;
}

/** The words of one game. */
export interface GameWords {
  readonly title: string;
  readonly sentence: string;
  /** Names of seats; the default is the seat with a capital. */
  readonly seats?: Readonly<Record<string, string>>;
  /** Labels of buttons, by token or by button name; the default is the token itself. */
  readonly buttons?: Readonly<Record<string, string>>;
  /** What a move can begin with in a tray, by the name in the pick: "a tower from your hand". */
  readonly trayItems?: Readonly<Record<string, string>>;
  /** What each kind of piece does, in a sentence, for games without explanations of their own. */
  readonly about?: Readonly<Record<string, string>>;
  /** Kinds of pieces whose text is a symbol, not a value. */
  readonly withoutValue?: readonly string[];
  /** The winner's score in the sentence at the end: "8 of 15 fortresses"; the default is none. */
  readonly finalScore?: (score: string) => string;
  /** A turn that ended without the seat's ending it. */
  readonly turnEnded?: (seat: string) => string;
}

export interface GameView extends Drawings {
  readonly words: GameWords;
  readonly drawsChains?: boolean;
  /** Loads the other styles of board and pieces, when one was chosen or the settings offer them. */
  readonly styles?: () => Promise<Styles>;
  /** Loads what moves do, once the table is painted. */
  readonly consequences?: () => Promise<Consequences>;
  /** Loads what its pieces, places and options are. */
  readonly explanations: () => Promise<Explanations>;
  /** Arranging one's pieces before the first move, in place of the buttons; loaded when it is due. */
  readonly setup?: {
    readonly isDue: (scene: Scene, legal: readonly string[]) => boolean;
    readonly load: () => Promise<{ default: Component<SetupProps> }>;
  };
  readonly AboveBoard?: Component<{ scene: Scene }>;
  readonly BelowBoard?: Component<TrayProps>;
  readonly grammar: MoveGrammar;
  /** Whether newcomers are offered it first; one game is. */
  readonly isFirst?: boolean;
  /** Whether it is played on maps, which people choose, draw and share. */
  readonly hasMaps?: boolean;
  /** The values of options that fit what else is chosen, and the map with so many fortresses; an option
   *  without any is left out. Options that are not named offer all their values. */
  readonly offered?: (
    chosen: Readonly<Record<string, string>>, fortresses: number | null,
  ) => Readonly<Record<string, readonly string[]>>;
  /** Seats and piece colours that look/seats.ts does not have. */
  readonly seats?: Readonly<Record<string, SeatLook>>;
  readonly scoreTray?: string; // title of the tray whose note is a seat's score
  readonly hiddenTrays?: readonly string[]; // trays that AboveBoard or BelowBoard shows
  /** How many lines are kept from the start for trays that come when the set-up ends: of your own seat, of another's
   *  and of nobody's. */
  readonly keptTrays?: (options: Readonly<Record<string, string>>) => Readonly<Record<"own" | "other" | "shared", number>>;
  readonly flippedFor?: string; // the seat that sees the board from the other side
  /** For boards with four sides: clockwise quarter turns that bring a seat's own to the lower edge. */
  readonly turnsFor?: (seat: string, scene: Scene) => number;
  /** The tokens ordered by how well they fit the pointer, best first. */
  readonly orderByPointer?: (tokens: readonly string[], at: Point, scene: Scene, layout: Layout) => readonly string[];
  /** Whether target marks are left out, because nearly every cell would have one. */
  readonly hidesTargets?: (legal: readonly string[]) => boolean;
  /** The seat whose turn has just ended without its ending it. */
  readonly automaticTurnEnd?: (steps: readonly wire.Step[]) => string | null;
  /** Whether a chance step rolls dice, which is heard. */
  readonly isDiceRoll?: (step: wire.Step) => boolean;
}

/** Whether seats have sides of their own, so that each sees the board from another one. */
export const hasSides = (gameView: GameView): boolean => gameView.flippedFor !== undefined || gameView.turnsFor !== undefined;

/** The quarters that the board is turned by, so that a seat's side is the lower one. */
export function turnsOf(gameView: GameView, seat: string, scene: Scene): number {
  return gameView.turnsFor?.(seat, scene) ?? (seat === gameView.flippedFor ? 2 : 0);
}

/** A seat's score in a few words, like "3 of 15"; empty if nothing is counted. */
export function scoreOf(gameView: { readonly scoreTray?: string }, scene: Scene, seat: string): string {
  const tray = scene.trays.find((candidate) => candidate.title === gameView.scoreTray && candidate.seat === seat);
  return tray?.note.split(/[;,]/)[0] ?? "";
}

// Pieces that a player arranges on the board before anything of it is played.

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
