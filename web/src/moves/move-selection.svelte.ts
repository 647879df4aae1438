// Selecting a move at the table: from the legal tokens, pick by pick, to one token.

import { type GhostPiece, isPlace, type MoveContext, type MoveGrammar, named, type Pick, PickTree, place } from "../game-api/grammar";
import type { Selection } from "../game-api/view";
import type * as wire from "../wire";

/** What each move would do, by its token. */
export type EffectsByToken = ReadonlyMap<string, wire.Effects>;

export const NO_EFFECTS: EffectsByToken = new Map();

/** What moves would do, from what the server tells: each entry is about all moves that do the same. */
export const effectsByToken = (all: readonly wire.Effects[]): EffectsByToken =>
  new Map(all.flatMap((effects) => (effects.tokens ?? []).map((token) => [token, effects] as const)));

/** The order in which rotating goes through the tokens left by the first pick. */
export type TokenOrder = (tokens: readonly string[], at: string) => readonly string[];

export class MoveSelection implements Selection {
  picked = $state.raw<readonly Pick[]>([]);
  rotation = $state(0);
  hoveredPlace = $state<string | null>(null);
  private pointedAt = $state.raw<{ readonly at: string; readonly tokens: readonly string[] } | null>(null);
  private readonly tree: PickTree;

  constructor(
    readonly legal: readonly string[],
    readonly grammar: MoveGrammar,
    readonly context: MoveContext,
    readonly effects: () => EffectsByToken = () => NO_EFFECTS,
  ) {
    this.tree = PickTree.of(legal, grammar, context);
  }

  /** What a move would do, as far as it is known. */
  effectsOf(token: string | null): wire.Effects | null {
    return token === null ? null : (this.effects().get(token) ?? null);
  }

  /** What is left after the picks so far. */
  get remaining(): PickTree {
    return this.tree.after(this.picked) ?? this.tree;
  }

  get next(): readonly Pick[] {
    return this.remaining.next;
  }

  /** Can this be picked first, and a place after it? */
  startsMove(pick: Pick): boolean {
    return this.tree.after([pick])?.next.some(isPlace) ?? false;
  }

  /** The token that confirming would play. */
  get token(): string | null {
    return this.picked.length > 0 ? this.previewed : null;
  }

  /** The token to preview: the selected one, or what the pointer aims at. */
  get previewed(): string | null {
    const tokens = this.rotating;
    return tokens[this.rotation % tokens.length] ?? null;
  }

  /** The token that is selected or pointed at: what the next pick or confirming would play. */
  get aimed(): string | null {
    const at = this.hoveredPlace;
    return this.previewed ?? (at === null ? null : this.tokenAfter(place(at)));
  }

  /** The token that this pick completes, after the picks so far. */
  tokenAfter(pick: Pick): string | null {
    const tree = this.tree.after([...this.picked, pick]);
    return tree?.complete ? (tree.tokens[0] ?? null) : null;
  }

  get ghost(): GhostPiece | null {
    const token = this.token;
    return token === null ? null : (this.grammar.ghost?.(token, this.context) ?? null);
  }

  private get rotating(): readonly string[] {
    if (this.picked.length > 0 && this.remaining.complete) return this.remaining.tokens;
    return (this.grammar.rotates && this.pointedAt?.tokens) || [];
  }

  get rotations(): number {
    return this.rotating.length;
  }

  /** Pick this, or start again with it; false if neither is possible. */
  pick(pick: Pick, order?: TokenOrder): boolean {
    if (this.grammar.rotates && this.picked[0] === pick) {
      this.picked = [pick];
      this.rotate(1);
      return true;
    }
    if (this.picked.at(-1) === pick) {
      this.clear();
      return true;
    }
    const start = this.remaining.next.includes(pick) ? this.picked : [];
    const tree = this.tree.after([...start, pick]);
    if (!tree) return false;
    this.picked = [...start, pick];
    if (start.length > 0) this.rotation = 0;
    else this.aim(pick, order);
    return true;
  }

  /** Pick everything this token needs; false if it cannot be picked. */
  choose(token: string): boolean {
    for (const path of this.grammar.paths(token, this.context)) {
      const tree = this.tree.after(path);
      if (!tree?.complete) continue;
      this.picked = path;
      this.rotation = tree.tokens.indexOf(token);
      this.pointedAt = null;
      return true;
    }
    return false;
  }

  /** The pointer is over a place: preview the token it aims at. */
  hover(at: string | null, order?: TokenOrder): void {
    this.hoveredPlace = at;
    if (!this.grammar.rotates || this.picked.length > 0) return;
    if (at === null || !this.tree.next.includes(place(at))) this.pointedAt = null;
    else this.aim(place(at), order);
  }

  // Once the user has rotated at a place, moving the pointer there does not change the order.
  private aim(pick: Pick, order?: TokenOrder): void {
    const at = named(pick);
    const isNew = this.pointedAt?.at !== at;
    if (isNew) this.rotation = 0;
    if (!isNew && this.rotation !== 0) return;
    const tokens = this.tree.after([pick])?.tokens ?? [];
    this.pointedAt = { at, tokens: order?.(tokens, at) ?? tokens };
  }

  rotate(by: number): void {
    const count = Math.max(1, this.rotating.length);
    this.rotation = (this.rotation + by + count) % count;
  }

  clear(): void {
    this.picked = [];
    this.rotation = 0;
    this.pointedAt = null;
  }
}
