import { describe, expect, test } from "vitest";
import { placesIn, wordsOf } from "./search";

describe("search in the rules", () => {
  test("finds all words, in any order and case", () => {
    expect(placesIn("The King pays a ransom.", wordsOf("RANSOM king"))).toEqual([[4, 8], [16, 22]]);
  });

  test("finds nothing unless all words are there", () => {
    expect(placesIn("The King pays.", wordsOf("king ransom"))).toEqual([]);
    expect(placesIn("The King pays.", wordsOf("  "))).toEqual([]);
  });

  test("finds the apostrophes of print by those that are typed", () => {
    expect(placesIn("the suns’ tile", wordsOf("suns' tile"))).toHaveLength(2);
  });
});
