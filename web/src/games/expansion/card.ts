import type { GameCard } from "game-api/view";

// 32 turns in half of all games between bots of levels 3 and 4, 68 on average, each 20 to 30 seconds.
export const card: GameCard = { seats: "2", minutes: [15, 35], learning: "middling", luck: "none", hidden: "hidden values" };
