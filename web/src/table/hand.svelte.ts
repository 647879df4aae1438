// A person's hand at the table: what clicks, drags and keys come to.

import type { Pointed } from "../board/Board.svelte";
import { type Layout, type Point, widthOf, type Zoom } from "../board/layout";
import { arrowOf, type Marks, NO_MARKS, type Target } from "../board/marks";
import { isPlace, named, type Pick, place } from "../choices/tree";
import type { Face } from "../games/face";
import { me } from "../net/me.svelte";
import type { Session } from "../net/session.svelte";
import { byName, type Piece, type Scene } from "../scene/scene";
import { pieceWords, text } from "../text";
import type * as wire from "../wire";
import { type Order, Picking } from "./picking.svelte";

const TOUCH = 44; // pixels that a finger needs
const FAR = 1.3; // so many times too small, places are looked at from nearer
const SHAKE = 8; // pixels that a pointer may move and still only touch
const OTHERS = "input, select, textarea, details"; // keys are theirs that have the focus

/** The table as it is now. */
export interface Now {
  readonly session: Session;
  readonly view: wire.View;
  readonly seats: readonly string[];
  readonly mine: readonly string[]; // the seats that may act here
  readonly face: Face;
  readonly scene: Scene;
  readonly before: Scene | null; // the scene before this one
  readonly layout: Layout;
}

// Of which kind a pick is: "place", or the name of its tray or button without its number.
const kindOf = (pick: Pick): string =>
  isPlace(pick) ? "place" : named(pick).replace(/:.*/, "");

/** What is drawn under the pointer that drags it. */
export interface Dragged {
  readonly pick: Pick;
  readonly piece: Piece | null;
  readonly at: Point;
}

/** What is pressed, and becomes dragged where the pointer moves on. */
interface Held extends Omit<Dragged, "at"> {
  readonly at: Point | null; // where on the board; null: beside it
}

export class Hand {
  sentence = $state(""); // why something was refused
  sending = $state(false);
  focus = $state<string | null>(null); // the place that has the keyboard
  dragged = $state.raw<Dragged | null>(null);
  private pressed: string | null = null;
  private held: Held | null = null;
  private near = $state.raw<Zoom | null>(null);
  private grip: { readonly at: Point; readonly moves: boolean } | null = null; // of a finger that may drag the board

  constructor(private readonly now: () => Now) {}

  readonly myTurn = $derived.by(() => {
    const { view, mine } = this.now();
    return !!view.to_act && mine.includes(view.to_act) && (view.legal ?? []).length > 0;
  });

  readonly picking = $derived.by(() => {
    const { view, face, scene, seats } = this.now();
    const legal = this.myTurn ? (view.legal ?? []) : [];
    return new Picking(legal, face.choices, { scene, seat: view.to_act ?? "", seats });
  });

  /** Is there a ghost to say yes or no to? */
  readonly confirming = $derived.by(
    () =>
      this.picking.token !== null &&
      (me.kept.confirm || this.picking.turns > 1 || !this.picking.here.complete),
  );

  /** What would be played, for the ear; those who see it see the ghost. */
  readonly would = $derived.by(() => {
    const { token, ghost, grammar, now } = this.picking;
    if (token === null || !this.confirming) return "";
    const piece = ghost?.piece ? pieceWords({ ...ghost.piece, face_down: false }) : "";
    const places = new Set(grammar.paths(token, now).flat().filter(isPlace).map(named));
    return text.actions.would(token, piece, ghost?.from ?? null, ghost ? [ghost.to] : [...places]);
  });

  private pieceAt(at: string): Piece | null {
    return byName(this.now().scene).get(at)?.piece ?? null;
  }

  private isOwn(at: string): boolean {
    return this.pieceAt(at)?.seat === this.now().view.to_act;
  }

  /** The part of the board that is shown; all of it, as long as nothing is picked. */
  readonly zoom = $derived.by(() => (this.picking.picked.length > 0 ? this.near : null));

  /** Own pieces at which a move may begin. */
  readonly starts = $derived.by(() => {
    if (this.picking.picked.length > 0) return [];
    return this.picking.next.filter(isPlace).map(named).filter((at) => this.isOwn(at));
  });

  /** Where what is picked may go. */
  readonly targets = $derived.by(() => {
    const found = new Map<string, Target>();
    if (this.picking.picked.length === 0 && this.starts.length > 0) return found;
    for (const at of this.picking.next.filter(isPlace).map(named)) {
      found.set(at, this.pieceAt(at)?.seat && !this.isOwn(at) ? "capture" : "go");
    }
    return found;
  });

  readonly marks: Marks = $derived.by(() => {
    const { view, face, session, scene, before } = this.now();
    const last = session.steps.findLast((step) => step.actor !== "chance");
    const places = this.picking.picked.filter(isPlace).map(named);
    // Armies may lie almost anywhere: one hears it, but bare land full of dots tells nothing.
    const crowded = face.choices.turns && !view.legal?.some((token) => token.startsWith("@"));
    return {
      movable: this.starts,
      selected: face.choices.turns ? [] : places,
      targets: crowded ? NO_MARKS.targets : this.targets,
      last: view.last_turn.places ?? [],
      arrow: arrowOf(last, face.choices, scene),
      slides: face.slides?.(session.steps, before, scene) ?? new Map<string, string>(),
      focus: this.focus,
    };
  });

  // What is done ----------------------------------------------------------------------------------

  /** Play a token. */
  async play(token: string): Promise<void> {
    const { session, view } = this.now();
    this.sending = true;
    const answer = await session.ask({ type: "act", version: view.version, token });
    this.sending = false;
    if (answer.type !== "refused") return;
    this.picking.clear();
    this.sentence = answer.sentence;
  }

  /** Play what somebody else has found; first shown, where moves are to be confirmed. */
  propose(token: string): void {
    this.sentence = "";
    this.near = null;
    if (!me.kept.confirm || !this.picking.choose(token)) void this.play(token);
  }

  /** Say why this cannot be played. */
  async explain(attempt: string): Promise<void> {
    const { session, view, mine } = this.now();
    const seat = mine.length > 1 && view.to_act ? { seat: view.to_act } : {};
    const answer = await session.ask({ type: "explain", text: attempt, ...seat });
    if (answer.type === "explained" || answer.type === "refused") this.sentence = answer.sentence;
  }

  /** Play what is picked. */
  confirm(): void {
    if (this.picking.token !== null && !this.sending) void this.play(this.picking.token);
  }

  /** Pick something; `sure`: by a pointer that has shown before what it would do. */
  pick(what: Pick, at?: Point, sure = false): void {
    const { view, face } = this.now();
    this.sentence = "";
    if (!this.myTurn) {
      this.sentence = text.refused.notYet(view.to_act ?? null, (view.result ?? "*") !== "*");
      return;
    }
    const last = this.picking.picked.at(-1) ?? null;
    if (!this.picking.pick(what, this.order(at))) {
      const attempt = face.choices.attempt?.(last, what, this.picking.now) ?? null;
      if (attempt) void this.explain(attempt);
      else this.sentence = text.refused.nothingThere(last === null ? this.picking.next.map(kindOf) : []);
      return;
    }
    if (!me.kept.confirm && (this.picking.here.complete || sure)) this.confirm();
  }

  private order(at?: Point): Order {
    const { face, scene, layout } = this.now();
    return (tokens, name) => {
      const cell = byName(scene).get(name);
      return face.byAim && cell ? face.byAim(tokens, at ?? layout.at(cell), scene, layout) : tokens;
    };
  }

  // Pointers and keys -----------------------------------------------------------------------------

  /** The pointer does something on the board. */
  point(pointed: Pointed): void {
    const { at, how, touch } = pointed;
    const cell = touch ? this.touched(pointed) : pointed.cell;
    if (how === "leave") {
      this.dragged = null;
      return this.picking.hover(null);
    }
    if (touch && this.zoom && this.shifts(pointed)) return;
    if (how === "up") {
      this.release(cell, at, touch);
      if (touch && !this.zoom) this.comeNearer(pointed);
      return;
    }
    if (how === "down") this.press(cell, at);
    this.drag(pointed);
    this.picking.hover(cell, this.order(at));
  }

  // A finger means what can be picked within its reach; what is under it, if nothing can.
  private touched({ cell, at, scale }: Pointed): string | null {
    if (cell !== null && this.picking.next.includes(place(cell))) return cell;
    const { scene, layout } = this.now();
    const far = (name: string): number => {
      const spot = byName(scene).get(name);
      return spot ? Math.hypot(layout.at(spot).x - at.x, layout.at(spot).y - at.y) : Infinity;
    };
    const near = this.picking.next
      .filter(isPlace)
      .map((pick) => ({ name: named(pick), far: far(named(pick)) }))
      .filter((one) => one.far * scale <= TOUCH / 2);
    return near.sort((a, b) => a.far - b.far)[0]?.name ?? cell;
  }

  // Where places are too small for a finger, what was touched is looked at from nearer.
  private comeNearer({ at, scale }: Pointed): void {
    const by = TOUCH / (widthOf(this.now().scene.shape) * scale);
    this.near = by > FAR ? { at, by } : null;
  }

  // A finger drags the board that is seen from near; whether it does so now.
  private shifts({ at, how, scale }: Pointed): boolean {
    if (how === "down") this.grip = { at, moves: false };
    const { grip, near } = this;
    if (!grip || !near) return false;
    const by = { x: grip.at.x - at.x, y: grip.at.y - at.y };
    const moves = grip.moves || Math.hypot(by.x, by.y) * scale > SHAKE;
    this.grip = how === "up" ? null : { at: grip.at, moves };
    if (moves) this.near = { at: { x: near.at.x + by.x, y: near.at.y + by.y }, by: near.by };
    return moves;
  }

  private press(cell: string | null, at: Point): void {
    this.pressed = cell;
    if (cell === null || !this.isOwn(cell)) return;
    const held = { pick: place(cell), piece: this.pieceAt(cell), at };
    if (this.starts.includes(cell)) {
      this.pick(held.pick);
      this.dragged = held;
    } else if (this.picking.leads(held.pick)) {
      this.held = held; // a click may mean that what is picked goes here
    }
  }

  /** A thing beside the board is pressed: what comes over the board then is dragged. */
  lift(event: PointerEvent, pick: Pick, piece: Piece): void {
    if (event.button !== 0 || !this.myTurn || !this.picking.leads(pick)) return;
    // A finger would go on to speak to what it has touched first, and not to the board.
    (event.target as Element).releasePointerCapture(event.pointerId);
    this.held = { pick, piece, at: null };
  }

  /** The pointer is lifted, wherever it is. */
  drop(): void {
    this.held = this.dragged = null;
  }

  private drag({ at, scale }: Pointed): void {
    const { held } = this;
    if (this.dragged) this.dragged = { ...this.dragged, at };
    else if (held && (!held.at || Math.hypot(held.at.x - at.x, held.at.y - at.y) * scale > SHAKE)) {
      if (this.picking.picked.join() !== held.pick) {
        this.picking.clear();
        this.pick(held.pick);
      }
      this.dragged = { ...held, at };
    }
  }

  private release(cell: string | null, at: Point, touch: boolean): void {
    const from = this.dragged?.pick ?? null;
    this.drop();
    if (cell === null || place(cell) === from) return;
    if (from !== null || cell === this.pressed || this.now().face.choices.turns) {
      this.pick(place(cell), at, !touch);
    }
  }

  /** A key anywhere at the table, as far as nothing else there wants it. */
  keyAnywhere(event: KeyboardEvent): void {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const on = target instanceof Element ? target : document.body;
    if (on.closest(key === "Enter" ? `${OTHERS}, button, a` : OTHERS)) return;
    if (document.querySelector("dialog[open], [role=dialog]")) return;
    if (this.key(event)) event.preventDefault();
  }

  /** A key on the board; whether it meant something. */
  key({ key }: KeyboardEvent): boolean {
    if (key === "Escape") this.picking.clear();
    else if (key.toLowerCase() === "r" && this.picking.turns > 1) this.picking.turn(1);
    else if (key === "Enter" && this.confirming) this.confirm();
    else return false;
    return true;
  }
}
