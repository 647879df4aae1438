/** Why the code of a link is not a land. */
export const codeWords = {
  empty: "This link holds no land: it has no hex.",
  long: (most: number) => `This link is not a land: its code is longer than ${most} characters.`,
  character: (character: string, at: number) =>
    `This link is not a land: character ${at} of its code, "${character}", should be "_", "h", "F" or "-". Perhaps a part of it was lost.`,
  number: (sign: string, at: number) =>
    `This link is not a land: a number from 1 to 999 should follow "${sign}" at character ${at} of its code. Perhaps a part of it was lost.`,
  rows: (most: number) => `This land is too high: only ${most} rows can have letters (R1).`,
  columns: (most: number) => `This land is too wide: a row has at most ${most} text columns.`,
  hexes: (most: number) => `This land is too large: at most ${most} hexes fit (R1).`,
  step: "This link is not a land: some of its hexes are half a hex off the others (R1). Perhaps a part of it was lost.",
};
