import type { OptionWords } from "../option-words";

export const optionWords: Readonly<Record<string, OptionWords>> = {
  map: { name: "Map", meaning: "The land that you lay siege to." },
  fortresses: {
    name: "Fortresses",
    meaning: "Where they stand. If you place them yourselves, you take turns before the first army.",
    values: { map: "as on the map", scattered: "scattered by chance", placed: "placed in turn" },
  },
  count: { name: "Number of fortresses", meaning: "An odd number, so that one of you captures more than half." },
  free: {
    name: "Where armies may stand",
    meaning: "Until a fortress falls, an army usually touches the one placed before.",
    values: { no: "beside the one before", yes: "anywhere there is room" },
    advanced: true,
  },
  pacifist: {
    name: "Who wins",
    meaning: "You can play to capture fortresses, or to avoid it.",
    values: { no: "the player with most fortresses", yes: "the player with fewest" },
    advanced: true,
  },
};
