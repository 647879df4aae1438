// The words of the legend, which are loaded with it.

/** What each mark on a board means, by its name in marks.ts or by what draws it. */
export const markWords = {
  selected: { name: "Thick ring", explanation: "The piece that you have chosen." },
  movable: { name: "Thin ring", explanation: "Your pieces that can move now." },
  go: { name: "Dot", explanation: "The chosen piece can go here." },
  capture: { name: "Corner ticks", explanation: "The chosen piece can attack or capture here." },
  reach: { name: "Brackets", explanation: "Within reach of the piece that you point at, focus or hold." },
  last: { name: "Dashed ring", explanation: "This place changed in the last turn." },
  arrow: { name: "Arrow", explanation: "The last move, from where to where." },
  focus: { name: "Double ring", explanation: "The keyboard’s focus is here." },
  bar: { name: "Double bar", explanation: "Under the last move in the list of turns: it cannot be undone." },
} as const;

interface Key {
  readonly keys: readonly string[];
  readonly does: string;
}

const TURN: Key = { keys: ["R"], does: "Turn the piece that is being placed. The mouse wheel does the same." };
const DIRECTIONS: Key = {
  keys: ["Q", "W", "E", "D", "S", "A"],
  does: "On the board: one step in each of the six directions, clockwise from upper left.",
};

export const words = {
  title: (game: string) => `Legend of ${game}`,
  pieces: "Pieces and places",
  marks: "Marks on the board",
  keys: "Keys and gestures",
  seats: "Sides",
  seatsSentence: "Each side has its own colour, pattern and emblem.",
  close: "Close the legend",
  card: "Point at a piece, move the keyboard’s focus to it, or touch and hold it: a card says what it is, and brackets mark what it reaches.",
  keyList: (rotates: boolean, hasSixDirections: boolean): readonly Key[] => [
    { keys: ["←", "→"], does: "Look back one turn, and forward again. On the board, the arrow keys move the focus." },
    { keys: ["Enter"], does: "Choose what has the focus, or play the move that is shown." },
    { keys: ["Escape"], does: "Cancel the choice, close this legend, or return from an earlier position." },
    ...(rotates ? [TURN] : []),
    ...(hasSixDirections ? [DIRECTIONS] : []),
    { keys: ["/"], does: "Type a move." },
    { keys: ["?"], does: "Open this legend, and close it." },
  ],
};
