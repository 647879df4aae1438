// What a scene itself says about its pieces, for games without explanations of their own, and what the view of a
// package adds in `words.about`.

import type { Explanations } from "../game-api/explanations";
import type { Piece } from "../game-api/scene";
import type { GameWords } from "../game-api/view";
import { pieceText, serverText } from "../game-api/wording";

export const explained = (words: GameWords): Explanations => ({
  optionWords: {},
  pieceInfo(piece) {
    if (!piece) return null;
    const about = words.about?.[piece.kind];
    return { title: serverText(pieceText(piece, words)), lines: about ? [about] : [], reach: [] };
  },
  legend({ cells, trays }) {
    const kinds = new Map<string, Piece>();
    for (const piece of [...cells.map((cell) => cell.piece), ...trays.flatMap((tray) => tray.pieces)]) {
      if (piece && !kinds.has(piece.kind)) kinds.set(piece.kind, piece);
    }
    return { entries: [...kinds].map(([kind, piece]) => ({ name: serverText(kind), explanation: words.about?.[kind] ?? "", piece })) };
  },
});
