import { expect, test } from "vitest";
import { wordsOf } from "./option-words";

test("options are named in the words of players, and unknown ones not at all", () => {
  expect(wordsOf("siege-master", "fortresses")?.values?.["placed"]).toBe("placed in turn");
  expect(wordsOf("siege-master", "unheard-of")).toBeNull();
  expect(wordsOf("unheard-of", "map")).toBeNull();
});
