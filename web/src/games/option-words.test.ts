import { expect, test } from "vitest";
import { optionsInWords } from "./option-words";

test("options are named in the words of players, and unknown ones as they are", async () => {
  expect(await optionsInWords("siege-master", { fortresses: "placed", unheard: "of" })).toBe("Fortresses: placed in turn · unheard: of");
  expect(await optionsInWords("unheard-of", { map: "isle" })).toBe("map: isle");
});
