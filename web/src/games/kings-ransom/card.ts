import type { GameCard } from "game-api/view";

// 24 turns in a game between bots of levels 3 and 4, 29 at most, each 20 to 40 seconds.
export const card: GameCard = { seats: "2", minutes: [10, 15], learning: "middling", luck: "set-up", hidden: "hidden tiles" };
