// What the scene itself says about a piece, for games without a `piece-info.ts`, and what a package's view
// adds in `words.about`.

import type { PieceInfoOf } from "../games/piece-info";
import type { GameWords } from "../games/view";
import { pieceText, serverText } from "../text";

export function genericPieceInfo(words: GameWords): PieceInfoOf {
  return (piece) => {
    if (!piece) return null;
    const about = words.about?.[piece.kind];
    return { title: serverText(pieceText(piece, words)), lines: about ? [about] : [], reach: [] };
  };
}
