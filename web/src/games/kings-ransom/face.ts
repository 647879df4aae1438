import type { Face } from "../face";
import { battle } from "./battle";
import { choices } from "./choices";
import Ground from "./Ground.svelte";
import Over from "./Over.svelte";
import Piece from "./Piece.svelte";
import { slides } from "./ranks";

export const ransom: Face = {
  Ground, Piece, Over, choices, battle, slides, score: "Tally", apart: [], across: "north",
};
