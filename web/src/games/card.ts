// The cards of the games whose views are built into the page.

import type { GameCard } from "../game-api/view";

const modules = import.meta.glob<GameCard>("./*/card.ts", { eager: true, import: "card" });

/** The card of a game; null: it has none. */
export const cardOf = (game: string): GameCard | null => modules[`./${game}/card.ts`] ?? null;
