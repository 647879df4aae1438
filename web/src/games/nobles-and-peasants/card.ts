import type { GameCard } from "game-api/view";

// 109 turns in a game of two bots of levels 3 and 4, each 15 to 25 seconds.
export const card: GameCard = { seats: "2 to 4", minutes: [25, 45], learning: "middling", luck: "set-up", hidden: "" };
