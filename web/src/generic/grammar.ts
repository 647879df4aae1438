// The default move grammar: a token that consists of names of cells is picked cell by cell (`a2-a3`,
// `a2xb3`, `@c4`), and any other token is a button.

import { button, isPlace, type MoveGrammar, named, place } from "../moves/grammar";
import { byName, type Cell, type Scene } from "../scene/scene";

const SEPARATORS = /^[-x>@:=~]*$/;
const patterns = new WeakMap<readonly Cell[], RegExp>();

// Matches the name of any cell; longer names first, so that a10 is not a1.
function patternOf({ cells }: Scene): RegExp {
  const names = cells.map(({ name }) => name.replace(/\W/g, "\\$&")).sort((a, b) => b.length - a.length);
  const pattern = patterns.get(cells) ?? new RegExp(names.join("|"), "g");
  patterns.set(cells, pattern);
  return pattern;
}

/** The cells that a token names; none if it contains anything but cells and separators. */
export function cellsIn(token: string, scene: Scene): readonly string[] {
  const pattern = patternOf(scene);
  return SEPARATORS.test(token.replace(pattern, "")) ? (token.match(pattern) ?? []) : [];
}

export const grammar: MoveGrammar = {
  paths(token, { scene }) {
    const cells = cellsIn(token, scene);
    return [cells.length > 0 ? cells.map(place) : [button(token)]];
  },
  moved({ token, actor }, now) {
    const [from, to, more] = cellsIn(token, now);
    const piece = byName(now).get(from ?? "")?.piece;
    return from && to && !more && (!piece || piece.seat === actor) ? [from, to] : null;
  },
  ghost(token, { scene }) {
    const cells = cellsIn(token, scene);
    const [from, to] = [cells[0], cells.at(-1)];
    return from && to && from !== to ? { piece: byName(scene).get(from)?.piece ?? null, from, to } : null;
  },
  attempt(last, pick) {
    return last && isPlace(last) && isPlace(pick) ? `${named(last)}-${named(pick)}` : null;
  },
};
