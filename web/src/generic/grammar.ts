// The default move grammar: a token is picked cell by cell (`a2-a3`, `a2xb3`, `@c4`); what else it says is
// a button before them (`L` in `L@c4`), and so is a token without cells (`pass`).

import { button, isPlace, type MoveGrammar, named, place } from "../game-api/grammar";
import { byName, type Cell, type Scene } from "../game-api/scene";

const SEPARATORS = /[-x>@:=~]+/g;
const patterns = new WeakMap<readonly Cell[], RegExp>();

// Matches the name of any cell; longer names first, so that a10 is not a1.
function patternOf({ cells }: Scene): RegExp {
  const names = cells.map(({ name }) => name.replace(/\W/g, "\\$&")).sort((a, b) => b.length - a.length);
  const pattern = patterns.get(cells) ?? new RegExp(names.join("|"), "g");
  patterns.set(cells, pattern);
  return pattern;
}

/** The cells that a token names, and what else it says. */
function partsOf(token: string, scene: Scene): { cells: readonly string[]; other: string } {
  const pattern = patternOf(scene);
  return { cells: token.match(pattern) ?? [], other: token.replace(pattern, "").replace(SEPARATORS, "") };
}

export const grammar: MoveGrammar = {
  paths(token, { scene }) {
    const { cells, other } = partsOf(token, scene);
    if (cells.length === 0) return [[button(token)]];
    return [[...(other ? [button(other)] : []), ...cells.map(place)]];
  },
  moved({ token, actor }, now) {
    const [from, to, more] = partsOf(token, now).cells;
    const piece = byName(now).get(from ?? "")?.piece;
    return from && to && !more && (!piece || piece.seat === actor) ? [from, to] : null;
  },
  ghost(token, { scene }) {
    const { cells } = partsOf(token, scene);
    const [from, to] = [cells[0], cells.at(-1)];
    return from && to && from !== to ? { piece: byName(scene).get(from)?.piece ?? null, from, to } : null;
  },
  attempt(last, pick) {
    return last && isPlace(last) && isPlace(pick) ? `${named(last)}-${named(pick)}` : null;
  },
};
