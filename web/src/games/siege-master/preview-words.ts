// The words for what a move would do; they are loaded after the table.

import { counted, listed } from "../in-sentences";

export const previewWords = {
  captures: (fortresses: readonly string[], held: number): string =>
    `This army captures ${listed(fortresses)}: you would hold ${counted(held, "fortress", "fortresses")}.`,
  nothing: (closed: number): string =>
    closed > 0
      ? `This army closes off ${counted(closed, "hex", "hexes")} and captures nothing.`
      : "This army captures nothing.",
  swap: (captured: number): string =>
    `Red’s army${captured > 0 ? ` and ${counted(captured, "fortress", "fortresses")}` : ""} become${captured > 0 ? "" : "s"} yours, and Red moves again.`,
};
