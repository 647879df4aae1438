import type { Face } from "../face";
import { byAim } from "./aim";
import { choices } from "./choices";
import Ground from "./Ground.svelte";
import Over from "./Over.svelte";
import Piece from "./Piece.svelte";
import Tally from "./Tally.svelte";

export const master: Face = {
  Ground, Piece, Over, Above: Tally, choices, byAim, score: "Fortresses",
  apart: ["Fortresses", "Neutral"],
};
