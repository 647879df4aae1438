import type { Face } from "../face";
import { battle } from "./battle";
import { choices } from "./choices";
import { endedByItself } from "./ended";
import Ground from "./Ground.svelte";
import Dice from "./Dice.svelte";
import Over from "./Over.svelte";
import Piece from "./Piece.svelte";

export const number: Face = {
  Ground, Piece, Over, Below: Dice, choices, battle, endedByItself, score: "stack", apart: ["dice"],
};
