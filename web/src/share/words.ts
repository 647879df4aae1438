// The words of the dialog that shares a game, which is loaded with it only.

import { seatName } from "../game-api/seats";

const MEGABYTE = 1_000_000;

export const words = {
  title: "Share this game",
  close: "Close",
  link: {
    title: "Link",
    watch: "Anyone with this link can watch. It gives nobody a seat.",
    replay: "Anyone with this link can replay the game.",
    label: "Link to the game",
    copy: "Copy the link",
    copied: "The link is copied.",
    byHand: "The link is selected above. Copy it from there.",
    share: "Share the link",
  },
  picture: {
    title: "Picture",
    svg: "Save as SVG",
    png: "Save as PNG",
    share: "Share the picture",
    drawing: "Drawing …",
    of: (position: string, sentence: string) => [position, sentence].filter(Boolean).join(". "),
  },
  secrets: (audience: string) => `Pictures show what ${audience === "" ? "spectators" : seatName(audience)} may know.`,
  animation: {
    title: "Animated picture",
    lead: (turns: number) => `A GIF of the game with ${turns === 1 ? "1 turn" : `${turns} turns`}.`,
    make: "Make a GIF",
    again: "Make it again",
    preparing: "Choosing the colours …",
    progress: (frame: number, frames: number) => `Frame ${frame} of ${frames}`,
    cancel: "Cancel",
    cancelled: "Cancelled.",
    made: (bytes: number, frames: number, width: number, height: number) =>
      `${bytes < MEGABYTE / 10 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`}, ${frames === 1 ? "1 frame" : `${frames} frames`}, ${width} × ${height} pixels.`,
    reduced: "It is smaller than usual, to stay below 5 MB.",
    withoutSetUp: "The set-up is left out, because the game is long.",
    every: (turns: number) => (turns === 2 ? "It shows every second turn, because the game is long." : `It shows one turn in ${turns}, because the game is long.`),
    save: "Save the GIF",
    share: "Share the GIF",
  },
  record: {
    title: "Record",
    lead: "The whole game as text, to replay or to continue it.",
    save: "Save the record",
  },
  undone: "Some turns were taken back. Close this and open it again.",
  unseen: "The table now shows what another seat may know. Close this and open it again.",
  won: "won",
};
