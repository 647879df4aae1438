// What a person is picking at the table: from the legal tokens, pick by pick, to one token.

import { type Ghost, type Grammar, isPlace, type Moment, type Pick, place, Tree } from "../choices/tree";

/** In which order the tokens that a first pick leaves are turned through. */
export type Order = (tokens: readonly string[], at: string) => readonly string[];

export class Picking {
  picked = $state.raw<readonly Pick[]>([]);
  turned = $state(0);
  over = $state<string | null>(null); // the place under the pointer
  hovered = $state.raw<{ readonly at: string; readonly tokens: readonly string[] } | null>(null);

  constructor(
    readonly legal: readonly string[],
    readonly grammar: Grammar,
    readonly now: Moment,
  ) {
    this.tree = Tree.of(legal, grammar, now);
  }

  private readonly tree: Tree;

  /** What is left after the picks so far. */
  get here(): Tree {
    return this.tree.after(this.picked) ?? this.tree;
  }

  /** What can be picked next. */
  get next(): readonly Pick[] {
    return this.here.next;
  }

  /** Is this something that may be picked first, and then goes to a place? */
  leads(pick: Pick): boolean {
    return this.tree.after([pick])?.next.some(isPlace) ?? false;
  }

  /** What would be played if one said yes now. */
  get token(): string | null {
    const among = this.turning;
    return this.picked.length > 0 ? (among[this.turned % among.length] ?? null) : null;
  }

  /** What is shown before that: the token, or what the pointer aims at. */
  get aimed(): string | null {
    const among = this.turning;
    return this.token ?? among[this.turned % among.length] ?? null;
  }

  get ghost(): Ghost | null {
    const token = this.token;
    return token === null ? null : (this.grammar.ghost?.(token, this.now) ?? null);
  }

  private get turning(): readonly string[] {
    if (this.picked.length > 0 && this.here.complete) return this.here.tokens;
    return (this.grammar.turns && this.hovered?.tokens) || [];
  }

  /** How many tokens one can turn through. */
  get turns(): number {
    return this.turning.length;
  }

  /** Pick this, or begin anew with it; false where neither is possible. */
  pick(pick: Pick, order?: Order): boolean {
    if (this.grammar.turns && this.picked[0] === pick) {
      this.picked = [pick];
      this.turn(1);
      return true;
    }
    if (this.picked.at(-1) === pick) {
      this.clear();
      return true;
    }
    const start = this.here.next.includes(pick) ? this.picked : [];
    const tree = this.tree.after([...start, pick]);
    if (!tree) return false;
    this.picked = [...start, pick];
    if (start.length > 0) this.turned = 0;
    else this.aim(pick, order);
    return true;
  }

  /** Pick all that this token needs; false where picks alone cannot say it. */
  choose(token: string): boolean {
    for (const path of this.grammar.paths(token, this.now)) {
      const tree = this.tree.after(path);
      if (!tree?.complete) continue;
      this.picked = path;
      this.turned = tree.tokens.indexOf(token);
      this.hovered = null;
      return true;
    }
    return false;
  }

  /** The pointer is over a place: turn what it aims at towards it. */
  hover(at: string | null, order?: Order): void {
    this.over = at;
    if (!this.grammar.turns || this.picked.length > 0) return;
    if (at === null || !this.tree.next.includes(place(at))) {
      this.hovered = null;
    } else if (this.hovered?.at !== at || this.turned === 0) {
      if (this.hovered?.at !== at) this.turned = 0;
      this.aim(place(at), order);
    }
  }

  private aim(pick: Pick, order?: Order): void {
    const at = pick.slice(pick.indexOf(":") + 1);
    const tokens = this.tree.after([pick])?.tokens ?? [];
    if (this.hovered?.at !== at) this.turned = 0;
    if (this.hovered?.at !== at || this.turned === 0) {
      this.hovered = { at, tokens: order?.(tokens, at) ?? tokens };
    }
  }

  turn(by: number): void {
    const among = Math.max(1, this.turning.length);
    this.turned = (this.turned + by + among) % among;
  }

  clear(): void {
    this.picked = [];
    this.turned = 0;
    this.hovered = null;
  }
}
