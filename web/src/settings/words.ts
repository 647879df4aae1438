// The words of the settings, which are loaded when they are opened.

export const words = {
  theme: "Theme",
  themes: { system: "Same as system", light: "Light", dark: "Dark" },
  volume: "Sounds",
  volumeText: (volume: number) => (volume === 0 ? "Off" : `${volume} %`),
  listen: "Listen to each sound",
  sounds: {
    move: "A move", capture: "A capture", battle: "A battle", score: "Points or ground", reveal: "A piece turned up",
    dice: "Dice", turn: "Your turn", won: "You have won", lost: "You have lost", drawn: "A draw",
    refused: "A refused move", joined: "Somebody joins",
    lowTime: "Little time left",
  },
  pace: "Others’ turns",
  paces: { instant: "At once", quick: "Quick", normal: "Normal", slow: "Slow" },
  tokens: "Record notation",
  confirm: "Confirm moves",
  coach: "Coach",
  notify: "Notifications",
  help: {
    pace: "How long each turn is shown. Any click or key skips ahead.",
    tokens: "Moves are also shown in notation, such as d3-d6.",
    confirm: "A move is shown first, and played when you confirm it.",
    coach: "Against bots, it says what matters before your first moves, and after a poor move what was better.",
    notify: "When it is your turn and this page is open but hidden. Your browser asks you first.",
  },
  styles: "Board and pieces",
  parts: { board: "Board", pieces: "Pieces" },
  plain: "Plain",
  account: "Your account",
  offline: "Offline lessons and puzzles",
  motion: "Animations follow your system: if it asks for less motion, nothing moves.",
};
