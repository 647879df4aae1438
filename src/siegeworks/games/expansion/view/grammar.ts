import { button, type MoveGrammar, named, place } from "game-api/grammar";
import { byName } from "game-api/scene";

// `a3-a4` move or jump, `5@a1` place a value, `pass`.
const MOVE = /^(\w+)-(\w+)$/;
const PLACE = /^(.)@(\w+)$/;

export const grammar: MoveGrammar = {
  paths(token) {
    const [, from, to] = MOVE.exec(token) ?? [];
    if (from && to) return [[place(from), place(to)]];
    const [, , at] = PLACE.exec(token) ?? [];
    return [[at ? place(at) : button(token)]];
  },
  moved({ token }) {
    const [, from, to] = MOVE.exec(token) ?? [];
    return from && to ? [from, to] : null;
  },
  ghost(token, { scene, seat }) {
    const [, from, to] = MOVE.exec(token) ?? [];
    if (from && to) return { piece: byName(scene).get(from)?.piece ?? null, from, to };
    const [, value, at] = PLACE.exec(token) ?? [];
    const piece = { kind: "minion", seat, text: value ?? "", face_down: true, color: null };
    return at ? { piece, from: null, to: at } : null;
  },
  attempt(last, pick) {
    return last && pick.startsWith("place:") ? `${named(last)}-${named(pick)}` : null;
  },
};
