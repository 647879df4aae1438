// The kinds of pieces in a scene, for games without a `legend.ts`.

import type { LegendOf } from "../games/legend";
import type { GameWords } from "../games/view";
import type { Piece } from "../scene/scene";
import { serverText } from "../text";

export function genericLegend(words: GameWords): LegendOf {
  return ({ cells, trays }) => {
    const kinds = new Map<string, Piece>();
    for (const piece of [...cells.map((cell) => cell.piece), ...trays.flatMap((tray) => tray.pieces)]) {
      if (piece && !kinds.has(piece.kind)) kinds.set(piece.kind, piece);
    }
    return { entries: [...kinds].map(([kind, piece]) => ({ name: serverText(kind), explanation: words.about?.[kind] ?? "", piece })) };
  };
}
