// How the page shows Breakthrough. All of it is optional: without this file the page draws plain
// discs and takes the same moves.
export default {
  words: { seats: { white: "White", black: "Black" } },
  // A pawn, in a square from -10 to 10, filled in its seat's colour.
  pieces: {
    piece: "M-6 8V6L-3 3.5-2.2-.5H-3.6V-2.3H-2.1A3.8 3.8 0 1 1 2.1-2.3H3.6V-.5H2.2L3 3.5 6 6V8Z",
  },
  seats: {
    white: { color: "#f5eedc", ink: "#2a2723", emblem: "M0-8 8 8H-8Z", pattern: "plain" },
    black: { color: "#3b3850", ink: "#f7f2e7", emblem: "M0 8 8-8H-8Z", pattern: "diagonal" },
  },
  // Other looks, which players choose in the settings: `tones` are CSS colours of the squares and of every
  // other one, `shapes` are like `pieces`.
  styles: {
    board: [{ name: "slate", title: "Slate", tones: ["light-dark(#dde3e6, #39424a)", "light-dark(#c3ced4, #2c343b)"] }],
    pieces: [{ name: "towers", title: "Towers", shapes: { piece: "M-6 8H6V4H4V-2H6V-8H3V-5H1.5V-8H-1.5V-5H-3V-8H-6V-2H-4V4H-6Z" } }],
  },
  flippedFor: "black", // whose pieces move down the board
};
