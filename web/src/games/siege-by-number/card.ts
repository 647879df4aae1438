import type { GameCard } from "game-api/view";

// As at a real table, says the author of the rules.
export const card: GameCard = { seats: "2 to 4", minutes: [30, 90], learning: "long", luck: "dice", hidden: "hidden numbers" };
