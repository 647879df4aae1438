import type { OptionWords } from "../option-words";

export const optionWords: Readonly<Record<string, OptionWords>> = {
  setup: {
    name: "Who lays out the armies",
    meaning: "By chance you can start at once. In secret you decide where each tile stands.",
    values: { random: "chance", secret: "each player, in secret" },
  },
  columns: {
    name: "Columns",
    meaning: "How wide an army is. Only columns that the tiles fill are offered.",
  },
  tiles: {
    name: "Tiles",
    meaning: "What each army consists of. Fewer tiles make a shorter game.",
    values: {
      full: "the whole army, 16 tiles",
      KAAECCIS: "half an army, 8 tiles",
      KECS: "King, Engineer, Cavalry and Spy",
    },
    own: "Or write the letters of tiles, in the order K A E C I S, such as KAECIS. A King must be among them.",
    invalid: "Tiles: write a K and other letters of KAAAEEECCCIIISSS, in this order, so that they fill whole ranks: 4, 6, 8, 9 or 12 tiles, for example.",
  },
};
