// A move as a command in words, for every game: by what it moves, and where to. A game that knows better says
// so in its consequences.

import { isPlace, type MoveContext, type MoveGrammar, named, type Pick } from "../game-api/grammar";
import { byName, type Piece } from "../game-api/scene";
import type { GameWords } from "../game-api/view";
import { pieceText } from "../game-api/wording";
import { text } from "../text";

export const buttonText = (pick: Pick, { buttons }: GameWords): string => buttons?.[named(pick)] ?? named(pick);

/** A legal token in words: "Move the minion 5 to a4", "End the turn". */
export function moveText(token: string, grammar: MoveGrammar, context: MoveContext, words: GameWords): string {
  const { scene, seat } = context;
  const piecesAt = byName(scene);
  const nameOf = (piece: Piece): string => pieceText({ ...piece, seat: null, face_down: false }, words);
  const ghost = grammar.ghost?.(token, context);
  const moved = ghost && (ghost.piece ?? piecesAt.get(ghost.from ?? "")?.piece);
  if (ghost && moved) {
    const enemy = piecesAt.get(ghost.to)?.piece?.seat ?? seat;
    if (ghost.from === null) return text.moves.place(nameOf(moved), ghost.to);
    return enemy === seat ? text.moves.go(nameOf(moved), ghost.to) : text.moves.attack(ghost.to, nameOf(moved));
  }
  const picks = grammar.paths(token, context)[0] ?? [];
  const label = picks.filter((pick) => pick.startsWith("button:")).map((pick) => buttonText(pick, words)).join(" ");
  const places = picks.filter(isPlace).map(named);
  const only = places.length === 1 ? piecesAt.get(places[0] ?? "")?.piece : null;
  if (label) return only ? text.moves.with(label, nameOf(only), places[0] ?? "") : label;
  const tray = picks.filter((pick) => pick.startsWith("tray:")).flatMap((pick) => {
    const pieces = scene.trays.flatMap((candidate) => candidate.pieces.filter((_, i) => grammar.trayPick?.(candidate, i) === pick));
    return pieces[0] ? [text.moves.thePiece(nameOf(pieces[0]))] : [];
  });
  return text.moves.choose([...tray, ...places].join(", ") || token);
}
