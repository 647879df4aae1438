import type { GameCard } from "game-api/view";

// 34 armies in a game between bots of levels 3 and 4, each 20 to 40 seconds.
export const card: GameCard = { seats: "2", minutes: [10, 25], learning: "easy", luck: "none", hidden: "" };
