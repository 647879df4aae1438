// The words for what a move would do; they are loaded after the table.

import { seatName } from "../../text";
import { counted, listed } from "../in-sentences";

export const previewWords = {
  scores: (sums: readonly (readonly [seat: string, points: number])[]): string =>
    sums.length > 0
      ? `This scores ${listed(sums.map(([seat, points]) => `${points} for ${seatName(seat)}`))}.`
      : "This scores nothing: no tower of a player sees this circle.",
  tower: (circles: number, hasMoved: boolean): string =>
    `From here the tower sees ${counted(circles, "circle")}.${hasMoved ? " Then you may move an end stone of the row." : ""}`,
  insert: (color: string, index: number): string => `The ${color} stone goes to place ${index} of the row.`,
  keep: "The row stays as it is, and your turn ends.",
  back: "The tower goes back into your hand, and your turn ends.",
};
