import { expect, test } from "vitest";
import { coastOf, hexesIn } from "./hexes";

test("a drawing has a hex for each . and F", () => {
  expect(hexesIn([" . F", "", " . ."])).toEqual([
    { x: 1, y: 0, fortress: false },
    { x: 3, y: 0, fortress: true },
    { x: 1, y: 2, fortress: false },
    { x: 3, y: 2, fortress: false },
  ]);
  expect(hexesIn([])).toEqual([]);
});

test("the coast is where a hex has water on a side", () => {
  const hexes = hexesIn(["  . . .", " . . . .", ". . . . .", " . . . .", "  . . ."]);
  const inland = hexes.filter((hex) => !coastOf(hexes).includes(hex));
  expect(inland.map(({ x, y }) => `${x} ${y}`)).toEqual(["3 1", "5 1", "2 2", "4 2", "6 2", "3 3", "5 3"]);
});

test("water on one side alone makes a coast, whichever side it is", () => {
  const around = [[3, 0], [5, 0], [6, 1], [5, 2], [3, 2], [2, 1]].map(([x = 0, y = 0]) => ({ x, y, fortress: false }));
  const middle = { x: 4, y: 1, fortress: false };
  expect(coastOf([middle, ...around])).not.toContain(middle);
  for (const sunk of around) {
    expect(coastOf([middle, ...around.filter((one) => one !== sunk)])).toContain(middle);
  }
});
