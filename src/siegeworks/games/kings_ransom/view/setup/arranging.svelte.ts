// Laying out an army by clicks, drags and keys. A clicked tile goes to the marked place: the one clicked
// before, or the next in the order of the rules.

import { type Marks, NO_MARKS } from "game-api/drawings";
import { inTray, place as placePick } from "game-api/grammar";
import type { Point } from "game-api/layout";
import type { Scene } from "game-api/scene";
import type { BoardPointer, DraggedPiece } from "game-api/view";
import { type Army, isOpen, shortName, withTiles } from "./army";
import { type Draft, freePlaces, move, put, remaining, stillPossible, take, tokensOf } from "./draft";
import { words } from "./words";

const DRAG_THRESHOLD = 8; // pixels that a pointer may move in a click

/** A tile under the pointer: from a place, or from the tray. */
interface Grabbed {
  readonly letter: string;
  readonly from: string | null;
  readonly at: Point | null; // where on the board it was pressed
}

interface Setting {
  readonly scene: Scene;
  readonly army: Army;
  readonly isLocked: boolean; // the tiles are on their way to the server
}

export class Arranging {
  said = $state(""); // what was done, for everybody to read
  private dragging = $state.raw<{ readonly grabbed: Grabbed; readonly at: Point } | null>(null);
  private wanted = $state.raw<Draft>(new Map());
  private chosen = $state<string | null>(null); // the place that gets the next tile
  private held = $state<string | null>(null); // a tile that came to its place by itself, and may go elsewhere
  private grabbed: Grabbed | null = null;
  private pressed: string | null = null;

  constructor(private readonly setting: () => Setting, kept: Draft, private readonly onchange: (draft: Draft) => void) {
    this.wanted = kept;
  }

  private get army(): Army {
    return this.setting().army;
  }

  readonly draft = $derived.by(() => stillPossible(this.army, this.wanted));
  readonly remaining = $derived.by(() => remaining(this.army, this.draft));
  readonly tokens = $derived.by(() => tokensOf(this.army, this.draft));
  readonly scene = $derived.by(() => withTiles(this.setting().scene, this.army, this.visible));

  /** The place that the next tile goes to. */
  readonly marked = $derived.by(() => this.chosen ?? freePlaces(this.army, this.draft)[0] ?? null);

  // A tile that is dragged is drawn under the pointer only.
  private readonly visible = $derived.by(() => {
    const from = this.dragging?.grabbed.from;
    return from ? take(this.draft, from) : this.draft;
  });

  readonly marks: Marks = $derived.by(() => {
    const targets = this.dragging ? this.army.places.filter((at) => isOpen(this.army, at) && !this.visible.has(at)) : [this.marked];
    return {
      ...NO_MARKS,
      selected: this.held ? [this.held] : [],
      targets: new Map(targets.flatMap((at) => (at ? [[at, "go"] as const] : []))),
    };
  });

  readonly dragged: DraggedPiece | null = $derived.by(() => {
    if (!this.dragging) return null;
    const { grabbed: { letter, from }, at } = this.dragging;
    return { pick: from ? placePick(from) : inTray(letter), piece: this.army.tiles.get(letter) ?? null, at };
  });

  /** What was done, and what comes next. */
  readonly sentence = $derived.by(() => {
    const next = this.remaining.length === 0 ? words.complete : this.marked ? words.next(shortName(this.marked)) : "";
    return `${this.said} ${next}`.trim();
  });

  // Tiles -------------------------------------------------------------------------------------------

  private nameOf(letter: string): string {
    return words.tile(this.army.tiles.get(letter)?.kind ?? "");
  }

  /** The draft from now on; `held` is a tile that may still go elsewhere. */
  change(draft: Draft, sentence = "", held: string | null = null): void {
    if (this.setting().isLocked) return;
    this.wanted = draft;
    this.said = sentence;
    this.held = held;
    this.chosen = null;
    this.onchange(draft);
  }

  /** A tile in the tray is clicked. */
  choose(letter: string): void {
    if (!this.remaining.includes(letter)) return void (this.said = words.used(this.nameOf(letter)));
    const at = this.marked;
    if (!at) return;
    const sentence = words.placed(this.nameOf(letter), shortName(at));
    this.change(put(this.army, this.draft, at, letter), sentence, this.chosen ? null : at);
  }

  /** A place is clicked. */
  pick(at: string): void {
    if (!this.army.places.includes(at)) return void (this.said = words.notYours);
    if (!isOpen(this.army, at)) return void (this.said = words.fixed(shortName(at)));
    const letter = this.draft.get(at);
    if (letter) {
      this.change(take(this.draft, at), words.takenBack(this.nameOf(letter), shortName(at)));
      this.chosen = at;
    } else if (this.held) {
      this.drop({ letter: this.draft.get(this.held) ?? "", from: this.held, at: null }, at);
    } else {
      this.said = "";
      this.chosen = at;
    }
  }

  /** A tile is dropped on a place, or beside all places. */
  private drop({ letter, from }: Grabbed, at: string | null): void {
    const name = this.nameOf(letter);
    if (at === null || !this.army.places.includes(at)) {
      if (from) this.change(take(this.draft, from), words.takenBack(name, shortName(from)));
    } else if (!isOpen(this.army, at)) {
      this.said = words.fixed(shortName(at));
    } else if (from !== at) {
      const there = this.draft.get(at);
      const sentence = from && there ? words.swapped(name, this.nameOf(there)) : words.placed(name, shortName(at));
      this.change(from ? move(this.army, this.draft, from, at) : put(this.army, this.draft, at, letter), sentence);
    }
  }

  // Pointers ----------------------------------------------------------------------------------------

  /** A tile in the tray is pressed: over the board, it is dragged. */
  grab(event: PointerEvent, letter: string): void {
    if (event.button !== 0 || this.setting().isLocked || !this.remaining.includes(letter)) return;
    (event.target as Element).releasePointerCapture(event.pointerId); // a finger's holds on to the picture of the tile
    this.grabbed = { letter, from: null, at: null };
  }

  /** Whether a finger here drags a tile, rather than scrolls the page. */
  holds(at: string | null): boolean {
    return at !== null && this.draft.has(at) && !this.setting().isLocked;
  }

  point({ cell, at, event, scale }: BoardPointer): void {
    if (event === "leave") this.dragging = null;
    else if (event === "down") this.press(cell, at);
    else if (event === "up") this.release(cell);
    else if (this.grabbed) {
      const { at: start } = this.grabbed;
      const isDrag = this.dragging || !start || Math.hypot(start.x - at.x, start.y - at.y) * scale > DRAG_THRESHOLD;
      if (isDrag) this.dragging = { grabbed: this.grabbed, at };
    }
  }

  private press(cell: string | null, at: Point): void {
    this.pressed = cell;
    const letter = cell && this.draft.get(cell);
    if (cell && letter && !this.setting().isLocked) this.grabbed = { letter, from: cell, at };
  }

  private release(cell: string | null): void {
    const { dragging, pressed } = this;
    this.endDrag();
    if (dragging) this.drop(dragging.grabbed, cell);
    else if (cell && cell === pressed) this.pick(cell);
  }

  endDrag(): void {
    this.grabbed = this.dragging = this.pressed = null;
  }

  clear(): void {
    this.endDrag();
    this.chosen = this.held = null;
  }
}
