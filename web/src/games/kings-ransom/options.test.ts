import { expect, test } from "vitest";
import { offered } from "./options";

test("only columns that the tiles fill are offered", () => {
  expect(offered({})).toEqual({ columns: [] });
  expect(offered({ tiles: "full" })).toEqual({ columns: [] });
  expect(offered({ tiles: "KECS" })).toEqual({ columns: ["4", "2"] });
  expect(offered({ tiles: "KECSAA" })).toEqual({ columns: ["3", "2"] });
  expect(offered({ tiles: "KECSA" })).toEqual({});
});
