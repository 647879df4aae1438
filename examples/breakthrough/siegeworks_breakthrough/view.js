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
  flippedFor: "black", // whose pieces move down the board
};
