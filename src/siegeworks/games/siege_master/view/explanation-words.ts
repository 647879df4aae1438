// What is said about the armies, fortresses and land of Siege Master (R3 to R7).

import type { OptionWords } from "game-api/explanations";
import { seatName } from "game-api/seats";
import { possessive } from "game-api/wording";

export const pieceWords = {
  army: (seat: string, token: string) => `${possessive(seatName(seat))} army${token ? ` ${token}` : ""}`,
  armyLine: "Four hexes in a row that wall off the land around them. It never moves (R4).",
  binds: "The next army must touch it, since it captured nothing (R7).",
  neutral: "Neutral fortress",
  neutralLine: "The seat that leaves no room for an army in its area captures it (R6).",
  captured: (seat: string) => `${possessive(seatName(seat))} fortress`,
  capturedLine: "Captured for good. Like any fortress it is in an army’s way (R4, R6).",
  closed: "Closed land",
  closedLine: "No army fits into this area any longer (R6).",
  barred: "No place for a fortress",
  barredLine: "Too close to another one, or an area would be left without room for an army (R3).",
};

export const legendWords = {
  army: { name: "Army", explanation: "Four hexes in a straight row, with its owner’s emblem in the middle. It walls off the land, never moves and never leaves." },
  glow: { name: "Glowing army", explanation: "The last one placed. If it captured nothing, the next army must touch it." },
  neutral: { name: "Neutral fortress", explanation: "Grey. Anyone who leaves no room for an army in its area captures it." },
  captured: { name: "Captured fortress", explanation: "Colour, emblem and flag of its owner, for good." },
  closed: { name: "Shaded land", explanation: "No army fits here any longer. While fortresses are being placed: none may stand here." },
  allowed: { name: "Outlined hexes", explanation: "The next army must use at least one of these hexes." },
  taken: { name: "Dashed outline, coloured land, ring", explanation: "The dashed army has just closed the coloured area, and captured the fortresses in a ring." },
  ghost: { name: "Pale army", explanation: "Where your army would stand. Turn it with R, with the mouse wheel or with a second tap." },
};

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
    values: { no: "the player with the most fortresses", yes: "the player with the fewest" },
    advanced: true,
  },
};
