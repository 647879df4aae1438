import type { Face } from "../face";
import { battle } from "./battle";
import { choices } from "./choices";
import Ground from "./Ground.svelte";
import Piece from "./Piece.svelte";

export const expansion: Face = {
  Ground, Piece, choices, battle, score: "Captured tiles", apart: [],
};
