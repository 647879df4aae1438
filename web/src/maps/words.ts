// The words of the pages about maps, which are loaded with these pages only.

import { counted } from "../game-api/wording";

export const words = {
  size: (hexes: number, fortresses: number) =>
    `${counted(hexes, "hex", "hexes")}, ${fortresses === 0 ? "no fortresses" : counted(fortresses, "fortress", "fortresses")}`,
  choose: "Choose the map to play on, or get a new one.",
  gallery: "See all maps",
  draw: "Draw your own",
  newMap: {
    get: "New map",
    what: "Size and shape",
    size: "Hexes",
    shape: "Shape",
    drawn: (title: string, size: string) => `New map: ${title}, ${size}.`,
  },
  page: {
    title: "Maps",
    lead: "Play on a map of the world, on one that nobody has seen before, or on your own.",
    level: "Strength of the bot",
    fresh: "A new map",
    freshLead: "Each one is different, and you can keep those you like.",
    own: "Your maps",
    none: "You have no maps yet. Draw one, or get a new one and keep it.",
    shipped: "Maps of the game",
    host: "Maps of this server",
  },
  card: {
    play: "Play a bot",
    opening: "Opening …",
    table: "New table",
    edit: "Edit",
    share: "Share",
    copied: (title: string) => `The link to ${title} is copied.`,
    byHand: "The link is below. Copy it from there.",
    link: "Link to the map",
    keep: "Keep",
    kept: (title: string) => `${title} is kept under Your maps.`,
    notKept: "This browser stores nothing, so the map cannot be kept. Share its link instead.",
    rename: "Rename",
    name: "Name of the map",
    nameRule: "A name has letters, digits, -, _ and ., begins with a letter or a digit, and is at most 64 characters long.",
    nameTaken: (name: string) => `You already have a map called ${name}. Choose another name.`,
    save: "Save",
    cancel: "Cancel",
    delete: "Delete",
    deleted: (title: string) => `${title} is deleted.`,
    undo: "Undo",
    of: (title: string) => ` ${title}`,
    on: (title: string) => ` on ${title}`,
  },
  table: {
    edit: "Edit this map",
    play: "Play this map again",
    keep: "Keep this map",
  },
  withoutFortresses: (fortresses: number) =>
    fortresses === 0
      ? "This map has no fortresses, so they are scattered or placed in turn."
      : `This map has ${fortresses} fortresses, but their number must be odd (R2). So they are scattered or placed in turn.`,
};

/** Why the code of a link is not a map. */
export const codeWords = {
  empty: "This map is empty: it has no hexes.",
  long: (most: number) => `This link is not a map: its code is longer than ${most} characters.`,
  character: (character: string, at: number) =>
    `This link is not a map: character ${at} of its code, "${character}", should be "_", "h", "F" or "-". Perhaps part of it was lost.`,
  number: (sign: string, at: number) =>
    `This link is not a map: a number from 1 to 999 should follow "${sign}" at character ${at} of its code. Perhaps part of it was lost.`,
  rows: (most: number) => `This map is too tall: only ${most} rows can have letters (R1).`,
  columns: (most: number) => `This map is too wide: a row has at most ${most} text columns.`,
  hexes: (most: number) => `This map is too large: at most ${most} hexes fit (R1).`,
  step: "This link is not a map: some of its hexes are half a hex off the others (R1). Perhaps part of it was lost.",
};
