// From legal tokens to clicks. Each token is reached by a path of picks: places on the board, pieces in
// trays, or buttons. A game's `grammar.ts` defines the paths.

import type { Piece, Scene, Tray } from "./scene";
import type * as wire from "../wire";

/** `place:d3`, `tray:row:0`, `button:done`. */
export type Pick = `${"place" | "tray" | "button"}:${string}`;

export interface MoveContext {
  readonly scene: Scene;
  readonly seat: string; // who is to act
  readonly seats: readonly string[];
}

export interface GhostPiece {
  readonly piece: Piece | null; // what would stand there
  readonly from: string | null;
  readonly to: string;
}

export interface MoveGrammar {
  /** All ways to pick this token. */
  paths(token: string, context: MoveContext): Pick[][];
  /** The pick that a piece in a tray stands for, if any. */
  trayPick?(tray: Tray, index: number): Pick | null;
  /** The cells that the last step went from and to; null if the piece at the start is another one now. */
  moved?(step: wire.Step, now: Scene): readonly [string, string] | null;
  /** What to draw before a token is confirmed. */
  ghost?(token: string, context: MoveContext): GhostPiece | null;
  /** The token that an impossible pick seems to mean: the server explains why it is illegal. */
  attempt?(last: Pick | null, pick: Pick, context: MoveContext): string | null;
  /** The first pick leaves several tokens to rotate through, like an army around its hex. */
  readonly rotates?: boolean;
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

/** The legal tokens as a tree whose edges are picks. */
export class PickTree {
  private readonly pathsByPick = new Map<Pick, Path[]>();
  private readonly children = new Map<Pick, PickTree>(); // built when first picked

  private constructor(readonly tokens: readonly string[], paths: readonly Path[]) {
    // A token whose path ends here gets a button if the paths of others continue.
    const continues = paths.some(([, picks]) => picks.length > 0);
    for (const [token, [next, ...rest]] of paths) {
      const first = next ?? (continues ? button(token) : undefined);
      if (first === undefined) continue;
      const others = this.pathsByPick.get(first);
      if (others) others.push([token, rest]);
      else this.pathsByPick.set(first, [[token, rest]]);
    }
  }

  private child(pick: Pick): PickTree | undefined {
    const paths = this.pathsByPick.get(pick);
    if (!paths) return undefined;
    const tree = this.children.get(pick) ?? new PickTree([...new Set(paths.map(([token]) => token))], paths);
    this.children.set(pick, tree);
    return tree;
  }

  /** The tree of these legal tokens. */
  static of(legal: readonly string[], grammar: MoveGrammar, context: MoveContext): PickTree {
    return new PickTree(
      legal,
      legal.flatMap((token) => grammar.paths(token, context).map((path) => [token, path] as const)),
    );
  }

  /** What can be picked next. */
  get next(): Pick[] {
    return [...this.pathsByPick.keys()];
  }

  /** Is everything picked? Several tokens may be left if their picks are the same. */
  get complete(): boolean {
    return this.pathsByPick.size === 0;
  }

  /** What remains after these picks; null if one of them is impossible. */
  after(picked: readonly Pick[]): PickTree | null {
    let tree: PickTree | undefined = this;
    for (const pick of picked) tree = tree?.child(pick);
    return tree ?? null;
  }
}
