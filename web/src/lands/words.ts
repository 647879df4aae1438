// The words of the pages about lands, which are loaded with these pages only.

import { counted } from "../game-api/wording";

export const words = {
  size: (hexes: number, fortresses: number) =>
    `${counted(hexes, "hex", "hexes")}, ${fortresses === 0 ? "no fortresses" : counted(fortresses, "fortress", "fortresses")}`,
  choose: "Choose the land to play on, or get a new one.",
  gallery: "See all lands",
  draw: "Draw your own",
  newLand: {
    get: "New land",
    drawing: "Drawing …",
    what: "Size and shape",
    size: "Hexes",
    shape: "Shape",
    drawn: (title: string, size: string) => `New land: ${title}, ${size}.`,
  },
  page: {
    title: "Lands",
    lead: "Play on a land of the world, on one that nobody has seen before, or on your own.",
    level: "Strength of the bot",
    fresh: "A new land",
    freshLead: "Each one is different, and you can keep those you like.",
    own: "Your lands",
    none: "You have no lands yet. Draw one, or get a new one and keep it.",
    shipped: "Lands of the game",
    host: "Lands of this server",
  },
  card: {
    play: "Play a bot",
    opening: "Opening …",
    table: "New table",
    edit: "Edit",
    share: "Share",
    copied: (title: string) => `The link to ${title} is copied.`,
    byHand: "The link is below. Copy it from there.",
    link: "Link to the land",
    keep: "Keep",
    kept: (title: string) => `${title} is kept under Your lands.`,
    notKept: "This browser stores nothing, so the land cannot be kept. Share its link instead.",
    rename: "Rename",
    name: "Name of the land",
    nameRule: "A name has letters, digits, -, _ and ., begins with a letter or a digit, and is at most 64 characters long.",
    nameTaken: (name: string) => `You already have a land called ${name}. Choose another name.`,
    save: "Save",
    cancel: "Cancel",
    delete: "Delete",
    deleted: (title: string) => `${title} is deleted.`,
    undo: "Undo",
    of: (title: string) => ` ${title}`,
    on: (title: string) => ` on ${title}`,
  },
  table: {
    edit: "Edit this land",
    play: "Play this land again",
    keep: "Keep this land",
  },
  withoutFortresses: (fortresses: number) =>
    fortresses === 0
      ? "This land has no fortresses, so they are scattered or placed in turn."
      : `This land has ${fortresses} fortresses, but their number must be odd (R2). So they are scattered or placed in turn.`,
};

/** Why the code of a link is not a land. */
export const codeWords = {
  empty: "This link holds no land: it has no hex.",
  long: (most: number) => `This link is not a land: its code is longer than ${most} characters.`,
  character: (character: string, at: number) =>
    `This link is not a land: character ${at} of its code, "${character}", should be "_", "h", "F" or "-". Perhaps a part of it was lost.`,
  number: (sign: string, at: number) =>
    `This link is not a land: a number from 1 to 999 should follow "${sign}" at character ${at} of its code. Perhaps a part of it was lost.`,
  rows: (most: number) => `This land is too high: only ${most} rows can have letters (R1).`,
  columns: (most: number) => `This land is too wide: a row has at most ${most} text columns.`,
  hexes: (most: number) => `This land is too large: at most ${most} hexes fit (R1).`,
  step: "This link is not a land: some of its hexes are half a hex off the others (R1). Perhaps a part of it was lost.",
};
