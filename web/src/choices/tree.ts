// From legal tokens to clicks: each token is reached by picking a few things one after another,
// places of the board, things in trays, or buttons. A game's `choices.ts` says which.

import type { Piece, Scene, Tray } from "../scene/scene";
import type * as wire from "../wire";

/** `place:d3`, `tray:row:0`, `button:done`. */
export type Pick = `${"place" | "tray" | "button"}:${string}`;

export interface Moment {
  readonly scene: Scene;
  readonly seat: string; // who is to act
  readonly seats: readonly string[];
}

export interface Ghost {
  readonly piece: Piece | null; // what would stand there
  readonly from: string | null;
  readonly to: string;
}

export interface Grammar {
  /** All ways to pick this token. */
  paths(token: string, now: Moment): Pick[][];
  /** What picking this thing of a tray means, if it means anything. */
  trayPick?(tray: Tray, index: number): Pick | null;
  /** From where to where the last step went, as the board names places; only where what lies at its
   *  start now is what acted, or nothing. */
  moved?(step: wire.Step, now: Scene): readonly [string, string] | null;
  /** What to draw before a token is confirmed. */
  ghost?(token: string, now: Moment): Ghost | null;
  /** What somebody means who picks what cannot be picked: the server says why it is not legal. */
  attempt?(last: Pick | null, pick: Pick, now: Moment): string | null;
  /** The first pick leaves several tokens, among which one turns: an army around its hex. */
  readonly turns?: boolean;
}

export const place = (name: string): Pick => `place:${name}`;
export const button = (name: string): Pick => `button:${name}`;
export const inTray = (name: string): Pick => `tray:${name}`;
export const isPlace = (pick: Pick): boolean => pick.startsWith("place:");

/** The name in a pick. */
export function named(pick: Pick): string {
  return pick.slice(pick.indexOf(":") + 1);
}

type Path = readonly [token: string, picks: readonly Pick[]];

export class Tree {
  private readonly below = new Map<Pick, Path[]>();
  private readonly grown = new Map<Pick, Tree>(); // only where somebody has picked

  private constructor(readonly tokens: readonly string[], paths: readonly Path[]) {
    for (const [token, [first, ...rest]] of paths) {
      if (first === undefined) continue;
      const others = this.below.get(first);
      if (others) others.push([token, rest]);
      else this.below.set(first, [[token, rest]]);
    }
  }

  private branch(pick: Pick): Tree | undefined {
    const paths = this.below.get(pick);
    if (!paths) return undefined;
    const tree = this.grown.get(pick) ?? new Tree([...new Set(paths.map(([token]) => token))], paths);
    this.grown.set(pick, tree);
    return tree;
  }

  /** The tree of these legal tokens. */
  static of(legal: readonly string[], grammar: Grammar, now: Moment): Tree {
    return new Tree(
      legal,
      legal.flatMap((token) => grammar.paths(token, now).map((path) => [token, path] as const)),
    );
  }

  /** What can be picked next. */
  get next(): Pick[] {
    return [...this.below.keys()];
  }

  /** Is everything picked? More than one token may be left where picks mean the same. */
  get complete(): boolean {
    return this.below.size === 0;
  }

  /** What remains after these picks; null where one of them cannot be picked. */
  after(picked: readonly Pick[]): Tree | null {
    let tree: Tree | undefined = this;
    for (const pick of picked) tree = tree?.branch(pick);
    return tree ?? null;
  }
}
