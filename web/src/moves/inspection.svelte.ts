// What is inspected: the piece or place that the mouse rests on, that has the keyboard's focus, or that a
// finger holds; on the board or in a tray.

import type { Attachment } from "svelte/attachments";
import type { PieceInfo, PieceInfoOf } from "../game-api/explanations";
import { byName, type Cell, type Piece, type Scene } from "../game-api/scene";
import type { BoardPointer } from "../game-api/view";
import { text } from "../text";

const REST = 350; // milliseconds that a mouse rests before the card appears
const HOLD = 500; // milliseconds that a finger holds
const HOLD_MOVES = 10; // pixels that it may move meanwhile

interface Inspected {
  readonly info: PieceInfo;
  readonly cell: Cell | null; // null: in a tray
  readonly anchor: DOMRect | null; // where in a tray
}

interface TableNow {
  readonly scene: Scene;
  /** A finger has held a piece: its press moves nothing. */
  readonly cancelPress: () => void;
  /** Something may be inspected soon: find out how far pieces reach. */
  readonly prepare: () => void;
}

/** What is said of a piece, for screen readers: marks on the board become words. */
export const heard = ({ lines, reach }: PieceInfo): string =>
  [...lines, ...(reach.length > 0 ? [text.grid.reach(reach)] : [])].join(" ");

export class Inspection {
  infoOf = $state.raw<PieceInfoOf | null>(null); // once it is loaded
  private cell = $state<string | null>(null);
  private trayPiece = $state.raw<{ readonly piece: Piece; readonly anchor: DOMRect } | null>(null);
  focused = $state<string | null>(null); // the cell with the keyboard's focus
  private timer = 0;
  private over: string | null = null; // the cell under the mouse
  private pressed = false;
  private pressedAt: BoardPointer["at"] | null = null; // of a finger
  private held = false; // a finger has held a piece, and is still down

  constructor(private readonly shown: () => TableNow) {}

  readonly inspected: Inspected | null = $derived.by(() => {
    const { scene } = this.shown();
    if (this.trayPiece) {
      const info = this.infoOf?.(this.trayPiece.piece, null, scene);
      return info ? { info, cell: null, anchor: this.trayPiece.anchor } : null;
    }
    const cell = byName(scene).get(this.cell ?? this.focused ?? "");
    const info = cell && this.infoOf?.(cell.piece, cell, scene);
    return cell && info ? { info, cell, anchor: null } : null;
  });

  /** The cells that the inspected piece reaches. */
  readonly reach: readonly string[] = $derived.by(() => this.inspected?.info.reach ?? []);

  /** What the eye sees of a cell when it is inspected, in words. */
  describe(cell: Cell): string {
    const info = this.infoOf?.(cell.piece, cell, this.shown().scene);
    return info ? heard(info) : "";
  }

  /** A pointer event on the board; returns whether it belongs to a finger that holds a piece, which moves nothing. */
  point(pointer: BoardPointer): boolean {
    return pointer.touch ? this.touch(pointer) : this.mouse(pointer);
  }

  /** Hide the card, until something else is inspected. */
  dismiss(): void {
    this.cell = this.trayPiece = this.focused = null;
  }

  private wait(milliseconds: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(then, milliseconds);
  }

  private mouse({ cell, event }: BoardPointer): false {
    if (event === "down" || event === "up") this.pressed = event === "down";
    const isElsewhere = event === "leave" || cell !== this.over;
    if (!isElsewhere && event === "move") return false;
    clearTimeout(this.timer);
    this.cell = null;
    this.over = event === "leave" ? null : cell;
    if (this.over !== null) this.shown().prepare();
    if (event === "move" && !this.pressed && cell !== null) this.wait(REST, () => (this.cell = cell));
    return false;
  }

  private touch({ cell, at, event, scale }: BoardPointer): boolean {
    const wasHeld = this.held;
    const { pressedAt } = this;
    if (event === "down") {
      this.pressedAt = at;
      this.shown().prepare();
      this.wait(HOLD, () => {
        this.held = true;
        this.cell = cell;
        this.shown().cancelPress();
      });
    } else if (event !== "move") {
      clearTimeout(this.timer);
      this.held = false;
    } else if (pressedAt && Math.hypot(at.x - pressedAt.x, at.y - pressedAt.y) * scale > HOLD_MOVES) {
      clearTimeout(this.timer);
    }
    return wasHeld && event !== "down";
  }

  /** For the element of a piece in a tray: it is inspected like one on the board. */
  tray(piece: Piece): Attachment<HTMLElement> {
    return (element) => {
      let timer = 0;
      const wait = (milliseconds: number, then: () => void): void => {
        clearTimeout(timer);
        timer = window.setTimeout(then, milliseconds);
      };
      const show = (): void => {
        this.trayPiece = { piece, anchor: element.getBoundingClientRect() };
      };
      const hide = (): void => {
        clearTimeout(timer);
        if (this.trayPiece?.piece === piece) this.trayPiece = null;
      };
      const info = this.infoOf?.(piece, null, this.shown().scene);
      if (info && element instanceof HTMLButtonElement) element.setAttribute("aria-description", heard(info));
      const attached = new AbortController();
      const on = <Type extends keyof HTMLElementEventMap>(type: Type, listener: (event: HTMLElementEventMap[Type]) => void, capture = false): void =>
        element.addEventListener(type, listener, { capture, signal: attached.signal });
      let held = false;
      on("pointerenter", ({ pointerType }) => pointerType === "mouse" && wait(REST, show));
      on("pointerleave", ({ pointerType }) => (pointerType === "mouse" ? hide() : clearTimeout(timer)));
      on("pointerdown", ({ pointerType }) => {
        held = false;
        if (pointerType === "mouse") return hide();
        wait(HOLD, () => {
          held = true;
          show();
          this.shown().cancelPress();
        });
      });
      on("pointerup", () => clearTimeout(timer));
      on("pointercancel", () => clearTimeout(timer));
      on("contextmenu", (event) => held && event.preventDefault());
      on("focus", () => element.matches(":focus-visible") && show());
      on("blur", () => queueMicrotask(hide)); // later: it may be removed while it has the focus, in the middle of drawing
      // The click that ends a hold picks nothing.
      on("click", (event) => {
        if (!held) return;
        held = false;
        event.preventDefault();
        event.stopPropagation();
      }, true);
      return () => {
        hide(); // the position is another one, or the piece has gone
        attached.abort();
      };
    };
  }
}
