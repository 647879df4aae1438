// Move input: turns clicks, drags and keys at the table into moves.

import { slidesOf } from "../game-api/aftermath";
import { arrowOf, type Marks, NO_MARKS, type Target } from "../game-api/drawings";
import { isPlace, type MoveContext, named, type Pick, place } from "../game-api/grammar";
import { type Layout, type Point, widthOf, type Zoom } from "../game-api/layout";
import { byName, type Cell, type Piece, type Scene } from "../game-api/scene";
import type { Arrangement, BoardPointer, Consequences, DraggedPiece, GameView } from "../game-api/view";
import { serverText } from "../game-api/wording";
import { preferences } from "../net/preferences.svelte";
import type { Session } from "../net/session.svelte";
import { text } from "../text";
import type * as wire from "../wire";
import { type EffectsByToken, MoveSelection, type TokenOrder } from "./move-selection.svelte";
import { buttonText, moveText } from "./move-text";

const TOUCH_SIZE = 44; // pixels that a finger needs
const ZOOM_THRESHOLD = 1.3; // zoom in where places are this many times too small for a finger
const DRAG_THRESHOLD = 8; // pixels that a pointer may move in a click
const KEY_CONTROLS = "input, select, textarea, details"; // controls that use keys themselves

/** What moves are made in: a table, or an exercise. Getters: what was picked must stay when only the layout changes, or
 *  when consequences have been loaded. */
export interface BoardState {
  readonly session: { readonly ask: Session["ask"]; readonly steps: Session["steps"] }; // where moves go
  readonly view: wire.View;
  readonly seats: readonly string[];
  readonly mine: readonly string[]; // the seats that this device may act for
  readonly gameView: GameView;
  readonly consequences: Consequences | null; // once they are loaded
  effects(version: number): EffectsByToken; // of the moves, once they are known
  readonly scene: Scene;
  readonly layout: Layout;
  spent?(): number | null; // milliseconds, on the move that is made; null: no clock runs
}

// The kind of a pick: "place", or the name of its tray or button without the number.
const kindOf = (pick: Pick): string => isPlace(pick) ? "place" : named(pick).replace(/:.*/, "");

export class MoveInput {
  message = $state(""); // why something was refused
  private sentIn = $state<number | null>(null); // the version in which a move was sent, unless refused
  /** Whether a move is sent and its position has not come yet. */
  readonly sending = $derived.by(() => this.sentIn === this.table.view.version);
  focus = $state<string | null>(null); // the place with keyboard focus
  dragged = $state.raw<DraggedPiece | null>(null);
  arrangement = $state.raw<Arrangement | null>(null); // gets what is picked on the board meanwhile
  private pressedPlace: string | null = null;
  /** A pressed piece, which is dragged once the pointer moves. */
  private pressedPiece: Omit<DraggedPiece, "at"> & { readonly at: Point | null } | null = null; // at: null in a tray
  private zoomed = $state.raw<Zoom | null>(null);
  private isPinched = $state(false); // by two fingers, until the whole board is asked for
  private pan: { readonly start: Point; readonly moving: boolean } | null = null; // a finger on a zoomed board

  constructor(private readonly table: BoardState) {}

  readonly myTurn = $derived.by(() => {
    const { view, mine } = this.table;
    return !!view.to_act && mine.includes(view.to_act) && (view.legal ?? []).length > 0;
  });

  readonly selection = $derived.by(() => {
    const { view, gameView, scene, seats } = this.table;
    const legal = this.myTurn ? (view.legal ?? []) : [];
    return new MoveSelection(legal, gameView.grammar, { scene, seat: view.to_act ?? "", seats }, () => this.table.effects(view.version));
  });

  /** Is there a ghost to confirm? */
  readonly confirming = $derived.by(
    () =>
      this.selection.token !== null &&
      (preferences.confirm || this.selection.rotations > 1 || !this.selection.remaining.complete),
  );

  /** The move to confirm in words, for screen readers; others see the ghost. */
  readonly confirmation = $derived.by(() => {
    const { token, ghost, grammar, context } = this.selection;
    if (token === null || !this.confirming) return "";
    const places = grammar.rotates && !ghost ? new Set(grammar.paths(token, context).flat().filter(isPlace).map(named)) : [];
    return `${text.actions.confirmation(this.words(token), ghost?.from ?? null, [...places])} ${this.preview}`.trim();
  });

  /** What the move that is selected or pointed at would do, in words. */
  readonly preview = $derived.by(() => this.meaning(this.selection.aimed));

  /** What can be read beside the board: the preview, or what the buttons would do. Before anything is picked, what is
   *  to be done is told there instead. */
  readonly hint = $derived.by(() => {
    const { next, picked } = this.selection;
    const buttons = next.filter((pick) => pick.startsWith("button:"));
    const isBegun = picked.length > 0 || !this.table.scene.task;
    const meanings = isBegun && this.selection.aimed === null && buttons.length <= 2
      ? buttons.map((pick) => text.actions.buttonMeaning(this.buttonLabel(pick), this.meaning(this.selection.tokenAfter(pick))))
      : [];
    return this.preview || meanings.filter(Boolean).join(" ");
  });

  buttonLabel(pick: Pick): string {
    return buttonText(pick, this.table.gameView.words);
  }

  /** The move to confirm: in words, or a yes to the button that was pressed. */
  readonly confirmLabel = $derived.by(() => {
    const { picked, token } = this.selection;
    const [only] = picked;
    if (picked.length === 1 && only?.startsWith("button:")) return text.actions.yes(this.buttonLabel(only));
    return token === null ? "" : this.words(token);
  });

  /** A move as a command: "Move the Archer to a4"; with its token, for those who want to see it. */
  words(token: string, context: MoveContext = this.selection.context): string {
    const { gameView, consequences } = this.table;
    const { grammar } = this.selection;
    const words = consequences?.moveText?.(token, context) || moveText(token, grammar, context, gameView.words);
    return preferences.tokens && words !== token ? text.actions.noted(words, token) : words;
  }

  /** What is said aloud: the move to confirm, or what a move to the place with keyboard focus would do. */
  readonly spoken = $derived.by(() => this.confirmation || (this.focus === null ? "" : this.preview));

  /** What a token would do, in words; empty if there is nothing to add to its name. */
  meaning(token: string | null): string {
    return serverText(this.selection.effectsOf(token)?.sentence ?? "");
  }

  private pieceAt(at: string): Piece | null {
    return byName(this.table.scene).get(at)?.piece ?? null;
  }

  private isOwn(at: string): boolean {
    return this.pieceAt(at)?.seat === this.table.view.to_act;
  }

  /** The part of the board that is shown; all of it while nothing is picked, unless two fingers zoomed in. */
  readonly zoom = $derived.by(() => (this.isPinched || this.selection.picked.length > 0 ? this.zoomed : null));

  pinch(zoom: Zoom): void {
    this.isPinched = zoom.by > 1;
    this.zoomed = this.isPinched ? zoom : null;
  }

  /** Show the whole board again; what is picked stays picked. */
  showWholeBoard(): void {
    this.isPinched = false;
    this.zoomed = null;
  }

  /** Whether a finger here drags something, rather than scrolls the page. */
  holds(cell: string | null): boolean {
    if (this.arrangement) return this.arrangement.holds(cell);
    return this.zoom !== null || (cell !== null && this.isOwn(cell) && (this.movable.includes(cell) || this.selection.startsMove(place(cell))));
  }

  /** Own pieces that can move. */
  readonly movable = $derived.by(() => {
    if (this.selection.picked.length > 0) return [];
    return this.selection.next.filter(isPlace).map(named).filter((at) => this.isOwn(at));
  });

  /** Where the picked piece can go. */
  readonly targets = $derived.by(() => {
    if (this.movable.length > 0) return NO_MARKS.targets;
    const kind = (at: string): Target => (this.pieceAt(at)?.seat && !this.isOwn(at) ? "capture" : "go");
    return new Map(this.selection.next.filter(isPlace).map(named).map((at) => [at, kind(at)]));
  });

  readonly marks: Marks = $derived.by(() => {
    const { view, gameView, session, scene } = this.table;
    const last = session.steps.findLast((step) => step.actor !== "chance");
    const places = this.selection.picked.filter(isPlace).map(named);
    return {
      movable: this.movable,
      selected: gameView.grammar.rotates ? [] : places,
      targets: gameView.hidesTargets?.(view.legal ?? []) ? NO_MARKS.targets : this.targets,
      last: view.changed,
      arrow: arrowOf(last, gameView.grammar, scene),
      slides: slidesOf(session.steps),
      reach: NO_MARKS.reach,
      focus: this.focus,
    };
  });

  // Actions ---------------------------------------------------------------------------------------

  /** Play a token; whether it was accepted. */
  async play(token: string): Promise<boolean> {
    const { session, view } = this.table;
    this.sentIn = view.version;
    const spent = this.table.spent?.() ?? null;
    const answer = await session.ask({ type: "act", version: view.version, token, ...(spent === null ? {} : { spent }) });
    if (answer.type !== "accepted" || answer.version === view.version) this.sentIn = null;
    if (answer.type !== "refused") return true;
    this.selection.clear();
    this.message = answer.sentence;
    return false;
  }

  /** Play a suggested move; show it first if moves are confirmed. */
  suggest(token: string): void {
    this.message = "";
    this.showWholeBoard();
    if (!preferences.confirm || !this.selection.choose(token)) void this.play(token);
  }

  /** Show why this token is illegal, unless the position is another one by then. */
  async explain(token: string): Promise<void> {
    const { session, view, mine } = this.table;
    const seat = mine.length > 1 && view.to_act ? { seat: view.to_act } : {};
    const answer = await session.ask({ type: "explain", text: token, ...seat });
    if (view.version !== this.table.view.version || (answer.type !== "explained" && answer.type !== "refused")) return;
    this.message = preferences.tokens ? answer.sentence : answer.sentence.replace(`${token}: `, "");
  }

  confirm(): void {
    if (this.selection.token !== null && !this.sending) void this.play(this.selection.token);
  }

  /** Pick something; `previewed`: the pointer has already shown what it would do. */
  pick(pick: Pick, at?: Point, previewed = false): void {
    const { view, gameView } = this.table;
    this.message = "";
    if (this.arrangement && isPlace(pick)) return this.arrangement.pick(named(pick));
    if (!this.myTurn) {
      // When the game is over, the result and what to do next are all there is to say.
      this.message = (view.result ?? "*") === "*" ? text.refused.notYet(view.to_act ?? null) : "";
      return;
    }
    const last = this.selection.picked.at(-1) ?? null;
    if (!this.selection.pick(pick, this.order(at))) {
      const attempt = gameView.grammar.attempt?.(last, pick, this.selection.context) ?? null;
      if (attempt) void this.explain(attempt);
      else this.message = text.refused.notPickable(last === null ? this.selection.next.map(kindOf) : [], gameView.words);
      return;
    }
    if (!preferences.confirm && (this.selection.remaining.complete || previewed)) this.confirm();
  }

  private order(at?: Point): TokenOrder {
    const { gameView, scene, layout } = this.table;
    return (tokens, name) => {
      const cell = byName(scene).get(name);
      return (cell && gameView.orderByPointer?.(tokens, at ?? layout.at(cell), scene, layout)) ?? tokens;
    };
  }

  /** Point at a place without a pointer. */
  aim(selection: MoveSelection, at: string): void {
    selection.hover(at, this.order());
  }

  // Pointers and keys -----------------------------------------------------------------------------

  /** A pointer event on the board. */
  point(pointer: BoardPointer): void {
    if (this.arrangement) return this.arrangement.point(pointer);
    const { at, event, touch } = pointer;
    const cell = touch ? this.touchTarget(pointer) : pointer.cell;
    if (event === "leave") {
      this.dragged = null;
      return this.selection.hover(null);
    }
    if (touch && this.zoom && this.pans(pointer)) return;
    if (event === "up") {
      this.release(cell, at, touch);
      if (touch && !this.zoom) this.zoomIn(pointer);
      return;
    }
    if (event === "down") this.press(cell, at);
    this.drag(pointer);
    this.selection.hover(cell, this.order(at));
  }

  // A finger means the nearest pickable place within its reach, or else the place under it.
  private touchTarget({ cell, at, scale }: BoardPointer): string | null {
    if (cell !== null && this.selection.next.includes(place(cell))) return cell;
    const { scene, layout } = this.table;
    const distance = (target: Cell): number => Math.hypot(layout.at(target).x - at.x, layout.at(target).y - at.y);
    const near = this.selection.next
      .filter(isPlace)
      .flatMap((pick) => byName(scene).get(named(pick)) ?? [])
      .filter((target) => distance(target) * scale <= TOUCH_SIZE / 2);
    return near.sort((a, b) => distance(a) - distance(b))[0]?.name ?? cell;
  }

  // Zoom in on what was touched if places are too small for a finger.
  private zoomIn({ at, scale }: BoardPointer): void {
    const by = TOUCH_SIZE / (widthOf(this.table.scene.shape) * scale);
    this.zoomed = by > ZOOM_THRESHOLD ? { at, by } : null;
  }

  // Whether a finger is panning the zoomed board.
  private pans({ at, event, scale }: BoardPointer): boolean {
    if (event === "down") this.pan = { start: at, moving: false };
    const { pan, zoomed } = this;
    if (!pan || !zoomed) return false;
    const by = { x: pan.start.x - at.x, y: pan.start.y - at.y };
    const moving = pan.moving || Math.hypot(by.x, by.y) * scale > DRAG_THRESHOLD;
    this.pan = event === "up" ? null : { start: pan.start, moving };
    if (moving) this.zoomed = { at: { x: zoomed.at.x + by.x, y: zoomed.at.y + by.y }, by: zoomed.by };
    return moving;
  }

  private press(cell: string | null, at: Point): void {
    this.pressedPlace = cell;
    if (cell === null || !this.isOwn(cell)) return;
    const pressed = { pick: place(cell), piece: this.pieceAt(cell), at };
    // A pick that is a whole move waits until the pointer is released.
    if (this.movable.includes(cell) && this.selection.startsMove(pressed.pick)) {
      this.pick(pressed.pick);
      this.dragged = pressed;
    } else if (this.selection.startsMove(pressed.pick)) {
      this.pressedPiece = pressed; // a click may move the picked piece here
    }
  }

  /** A piece in a tray is pressed: once the pointer is over the board, it is dragged. */
  startDrag(event: PointerEvent, pick: Pick, piece: Piece): void {
    if (event.button !== 0 || !this.myTurn || !this.selection.startsMove(pick)) return;
    // Touch events would otherwise stay with the element that was touched first.
    (event.target as Element).releasePointerCapture(event.pointerId);
    this.pressedPiece = { pick, piece, at: null };
  }

  /** Forget the press: a finger held a piece to learn what it is. */
  cancelPress(): void {
    if (this.dragged) this.selection.clear();
    this.pressedPlace = this.pan = null;
    this.selection.hover(null);
    this.endDrag();
  }

  /** The pointer is released anywhere. */
  endDrag(): void {
    this.arrangement?.endDrag();
    this.pressedPiece = this.dragged = null;
  }

  private drag({ at, scale }: BoardPointer): void {
    const pressed = this.pressedPiece;
    if (this.dragged) this.dragged = { ...this.dragged, at };
    else if (pressed && (!pressed.at || Math.hypot(pressed.at.x - at.x, pressed.at.y - at.y) * scale > DRAG_THRESHOLD)) {
      if (this.selection.picked.join() !== pressed.pick) {
        this.selection.clear();
        this.pick(pressed.pick);
      }
      this.dragged = { ...pressed, at };
    }
  }

  private release(cell: string | null, at: Point, touch: boolean): void {
    const from = this.dragged?.pick ?? null;
    this.endDrag();
    if (cell === null || place(cell) === from) return;
    if (from !== null || cell === this.pressedPlace || this.table.gameView.grammar.rotates) {
      this.pick(place(cell), at, !touch);
    }
  }

  /** A key anywhere at the table that no control uses. */
  onKeydown(event: KeyboardEvent): void {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const element = target instanceof Element ? target : document.body;
    if (element.closest(key === "Enter" ? `${KEY_CONTROLS}, button, a` : KEY_CONTROLS)) return;
    if (document.querySelector("dialog[open], [role=dialog]")) return;
    if (this.handleKey(event)) event.preventDefault();
  }

  /** A key on the board; returns whether it did something. */
  handleKey({ key }: KeyboardEvent): boolean {
    if (key === "Escape") (this.arrangement ?? this.selection).clear();
    else if (key.toLowerCase() === "r" && this.selection.rotations > 1) this.selection.rotate(1);
    else if (key === "Enter" && this.confirming) this.confirm();
    else return false;
    return true;
  }
}
