import type { Face } from "../face";
import { battle } from "./battle";
import { choices } from "./choices";
import Ground from "./Ground.svelte";
import Over from "./Over.svelte";
import Piece from "./Piece.svelte";

export const number: Face = { Ground, Piece, Over, choices, battle, score: "stack", apart: [] };
