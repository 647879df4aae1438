import { button, inTray, type MoveContext, type MoveGrammar, named, type Pick, place } from "game-api/grammar";
import { byName, type Piece, type Scene } from "game-api/scene";

// `T@d4` place a tower from the hand, `c3-d4` move a tower, `-c3` take one back, `L@d4` and `R@d4` place an
// end stone of the row, `L>5` and `R>0` insert it elsewhere in the row, `keep`.
const MOVE = /^(\w\d)-(\w\d)$/;
export const BACK = /^-(\w\d)$/;
const PLACE = /^([TLR])@(\w\d)$/;
export const INSERT = /^([LR])>(\d+)$/;

export const ROW = "Row, L to R"; // the title of the row's tray

/** The stones of the row, from left to right. */
export const stonesOf = (scene: Scene): readonly Piece[] => scene.trays.find((tray) => tray.title === ROW)?.pieces ?? [];

const end = (side: string, scene: Scene): Pick => inTray(`row:${side === "L" ? 0 : stonesOf(scene).length - 1}`);

/** The piece that is placed: a stone of the row, or a tower of the hand. */
function placedPiece(side: string, { scene, seat }: MoveContext): Piece | null {
  if (side === "L") return stonesOf(scene)[0] ?? null;
  if (side === "R") return stonesOf(scene).at(-1) ?? null;
  return { kind: "tower", seat, text: "", face_down: false, color: seat };
}

export const grammar: MoveGrammar = {
  paths(token, { scene }) {
    const [, from, to] = MOVE.exec(token) ?? [];
    if (from && to) return [[place(from), place(to)]];
    const [, back] = BACK.exec(token) ?? [];
    if (back) return [[place(back), button("back")]];
    const [, what, at] = PLACE.exec(token) ?? [];
    if (what && at) return [[what === "T" ? inTray("hand") : end(what, scene), place(at)]];
    const [, side, number] = INSERT.exec(token) ?? [];
    return [side && number ? [end(side, scene), inTray(`row:${number}`)] : [button(token)]];
  },
  trayPick(tray, index) {
    if (tray.title === ROW) return inTray(`row:${index}`);
    return tray.title === "Hand" ? inTray("hand") : null;
  },
  moved({ token }) {
    const [, from, to] = MOVE.exec(token) ?? [];
    return from && to ? [from, to] : null;
  },
  ghost(token, context) {
    const [, from, to] = MOVE.exec(token) ?? [];
    if (from && to) return { piece: byName(context.scene).get(from)?.piece ?? null, from, to };
    const [, what, at] = PLACE.exec(token) ?? [];
    return what && at ? { piece: placedPiece(what, context), from: null, to: at } : null;
  },
  attempt(last, pick, { scene }) {
    if (!last || !pick.startsWith("place:")) return null;
    const sides: Record<string, string> = { hand: "T", "row:0": "L", [named(end("R", scene))]: "R" };
    const side = sides[named(last)];
    if (side) return `${side}@${named(pick)}`;
    return last.startsWith("place:") ? `${named(last)}-${named(pick)}` : null;
  },
};
