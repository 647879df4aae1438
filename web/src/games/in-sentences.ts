// Parts of sentences that the games' words about consequences share.

/** "a1, b2 and c3" */
export const listed = (names: readonly string[]): string => names.join(", ").replace(/, ([^,]*)$/, " and $1");

/** A number of things: "1 hex", "3 hexes". */
export const counted = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

/** Several sentences, without those that are empty. */
export const sentences = (...all: readonly string[]): string => all.filter(Boolean).join(" ");
