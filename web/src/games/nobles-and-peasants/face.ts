import type { Face } from "../face";
import { choices, ROW } from "./choices";
import Ground from "./Ground.svelte";
import Over from "./Over.svelte";
import Piece from "./Piece.svelte";
import Row from "./Row.svelte";

export const nobles: Face = {
  Ground, Piece, Over, Below: Row, choices, score: "Hand", apart: [ROW, "In the row"],
};
