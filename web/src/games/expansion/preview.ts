// What a move would do, in words (R5 to R7).

import type { MoveContext } from "../../moves/grammar";
import { outcomeOfMove } from "./outcome";
import { previewWords } from "./preview-words";

export function previewText(token: string, { scene, seat }: MoveContext): string {
  if (token === "pass") return previewWords.pass;
  const outcome = outcomeOfMove(token, scene, seat);
  return outcome ? previewWords.outcome(outcome, seat) : "";
}
