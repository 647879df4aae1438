// The words of the pages about lands, which are loaded with these pages only.

/** A number of things: "1 hex", "217 hexes". */
const counted = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

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
