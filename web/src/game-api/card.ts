// What the home page says about a game before anybody knows it: `card.ts` in a game's folder. Loaded with
// the home page. A game without one shows what the server knows.

export interface GameCard {
  readonly seats: string; // how many: "2", "2 to 4"; the server says the same
  readonly minutes: readonly [number, number]; // between people who know the rules, or against a bot
  readonly learning: "easy" | "middling" | "long";
  readonly luck: "none" | "set-up" | "dice";
  readonly hidden: string; // what is secret; empty: nothing is
}
