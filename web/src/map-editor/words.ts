// The words of the map editor, which are loaded with it only.

import { counted } from "../game-api/wording";
import { MAX_HEXES, MAX_ROWS } from "../maps/map-code";
import type { Symmetry } from "./sea";

const HEXES_ONLY = " (hexes only)"; // as the server says

const symmetries: Readonly<Record<Symmetry, string>> = {
  none: "None",
  "left-right": "Mirror left and right",
  "top-bottom": "Mirror top and bottom",
  both: "Both mirrors",
  "turn-180": "Turn by 180°",
  "turn-120": "Turns by 120°",
  "turn-60": "Turns by 60°",
  hexagon: "Turns by 60° and mirrors",
};

export const editorWords = {
  title: "Draw a map",
  symmetries,
  tools: {
    label: "Tools",
    names: { land: "Land", erase: "Erase", fortress: "Fortress", move: "Move view" },
    symmetry: "Symmetry",
    undo: "Undo",
    redo: "Redo",
    clear: "Clear",
    larger: "Zoom in",
    smaller: "Zoom out",
    whole: "Whole sea",
  },
  board: {
    label: "Sea",
    role: "drawing board",
    help:
      "Arrow keys move from hex to hex; Q, W, E, D, S and A move in the six directions, clockwise from upper left. " +
      "Space or Enter uses the tool, also while you move with Shift held down. F adds or removes a fortress, Delete erases. " +
      "Control Z undoes, Control Y redoes. Plus and minus zoom.",
    spot: (row: number, column: number) => `row ${row}, column ${column}`,
    grounds: { sea: "sea", land: "land", fortress: "fortress" },
  },
  refusals: {
    full: `A map has at most ${MAX_HEXES} hexes (R1). Erase some to continue.`,
    edge: "One of the mirrored or turned hexes would be outside the sea.",
  },
  counts: {
    label: "Size",
    hexes: (hexes: number) => `${hexes} of ${MAX_HEXES} hexes`,
    rows: (rows: number) => `${rows} of ${MAX_ROWS} rows`,
    fortresses: (fortresses: number) =>
      fortresses === 0 ? "No fortresses yet" : `${counted(fortresses, "fortress", "fortresses")}: ${fortresses % 2 === 0 ? "even" : "odd"}`,
    areas: (areas: number, placements: number) =>
      `${counted(placements, "place", "places")} for an army, on ${counted(areas, "piece of land", "pieces of land")}`,
    symmetries: (names: readonly string[]) => {
      const whole = names.filter((name) => !name.endsWith(HEXES_ONLY));
      if (names.length === 0) return "No symmetry";
      if (whole.length > 0) return `Symmetry: ${whole.join(", ")}`;
      return `Symmetry of the hexes, not of the fortresses: ${names.map((name) => name.replace(HEXES_ONLY, "")).join(", ")}`;
    },
  },
  problems: {
    title: "Problems",
    asking: "Checking the map …",
    none: "No problems found.",
    noneButFortresses: "The map is fine; its own fortresses do not count.",
    empty: "Nothing is drawn yet. Draw some hexes, or start from a map.",
    show: "Show it on the map",
    unanswered: "The map cannot be checked right now.",
  },
  name: {
    label: "Name",
    first: "my-map",
    invalid: "A name begins with a letter or a digit and has only letters, digits, “-”, “_” and “.”; at most 64.",
    taken: (name: string) => `You already have a map called ${name}.`,
    kept: (name: string) => `Kept in this browser as ${name}.`,
    notKept:
      "This browser cannot store it. Your map is in the address of this page: copy the link to keep it.",
  },
  fortresses: {
    title: "Fortresses",
    kinds: {
      map: "As drawn",
      placed: "Left for the players to place",
      scattered: "Scattered for each game",
    },
    count: "How many",
    scatter: "Scatter fortresses",
    scattering: "Scattering …",
    fewer: (fortresses: number) => `No more than ${counted(fortresses, "fortress", "fortresses")} can stand here (R3).`,
  },
  play: {
    title: "Play this map",
    level: "Strength of the bot",
    levelName: (level: number, name: string) => `${level} ${name}`,
    bot: "Play a bot",
    friend: "Play a friend",
    opening: "Opening …",
    notYet: {
      empty: "Draw a map first.",
      asking: "Checking the map …",
      problems: "Fix the problems first.",
    },
  },
  share: {
    title: "Share",
    link: "Copy the link",
    text: "Copy as text",
    download: (name: string) => `Download ${name}.txt`,
    copied: "Copied.",
    byHand: "This browser does not allow copying. Copy it from here:",
  },
  check: {
    title: "Check it",
    lead: "Bots of equal strength play on it, and you see how fair it is. This takes about half a minute.",
    start: "Check it",
    notAsDrawn: "It cannot be played with the fortresses as drawn, so it cannot be checked.",
    stop: "Stop",
    starting: "Starting …",
    progress: "Games played",
    games: (games: number, wanted: number) => `${games} of ${wanted} games`,
    older: "You have changed the map since. This is about the map as it was.",
    share: (first: string, share: number, low: number, high: number) =>
      `${first}, who begins, wins ${share}% of the games, with a 95% interval from ${low} to ${high}%; 40 to 60% is fair.`,
    picture: "The map, darker where more armies were built. On each fortress a bar shows who takes it. The tables below have the numbers.",
    from: (share: number) => `Built on in ${share}%`,
    to: (share: number) => `to ${share}% of the games`,
    takes: (seat: string) => `${seat} takes it`,
    fortresses: "The fortresses as a table",
    fortress: "Fortress",
    takenBy: (seat: string) => `taken by ${seat}`,
    nobody: "by nobody",
    hexes: "The hexes as a table",
    hex: "Hex",
    builtBy: (seat: string) => `built on by ${seat}`,
  },
  start: {
    open: "Start from …",
    title: "Start from",
    close: "Close",
    empty: "An empty sea",
    shipped: "Maps of the game",
    host: "Maps of this server",
    own: "Your own maps",
    random: "A new map",
    paste: "A text",
    pasteLabel: "Paste a map’s text or a link to it",
    pasteHelp: "A hex is “.”, or “F” with a fortress. Neighbouring rows are shifted by one column.",
    read: "Draw it",
    loading: "Loading …",
  },
};
