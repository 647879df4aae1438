import { expect, test } from "vitest";
import { offered } from "../games/siege-master/options";
import { editAddress, fortressesOn, isSameLand, ownLand, tableAddress, tableFields } from "./land-choice";

const isle = ownLand("old-isle", [" . F .", ". . . F"]);

test("a land of the server is named to a new table, and others are sent with it", () => {
  expect(tableFields({ ...isle, onServer: true })).toEqual({ options: { map: "old-isle" } });
  expect(tableFields(isle)).toEqual({ options: { map: "old-isle" }, land: " . F .\n. . . F\n" });
});

test("a land has an address in the editor and on the page of new tables", () => {
  expect(editAddress(isle)).toBe("#/land/old-isle/_1h1Fh1-h3F");
  expect(tableAddress("siege-master", isle)).toBe("#/new/siege-master/land/old-isle/_1h1Fh1-h3F");
});

test("a name is a title, and the same drawing under another name is another land", () => {
  expect(isle.title).toBe("Old Isle");
  expect(isSameLand(isle, { ...isle, title: "Isle" })).toBe(true);
  expect(isSameLand(isle, ownLand("new-isle", isle.rows))).toBe(false);
});

test("R2: count is offered where fortresses are scattered or placed, as all are where their number is even", () => {
  expect(offered({ fortresses: "map" }, 15)).toEqual({ count: [] });
  expect(offered({ fortresses: "placed" }, 15)).toEqual({});
  for (const fortresses of [0, fortressesOn(isle)]) {
    expect(offered({ fortresses: "map" }, fortresses)).toEqual({ fortresses: ["scattered", "placed"] });
  }
});
