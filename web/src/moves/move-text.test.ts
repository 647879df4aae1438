import { expect, test } from "vitest";
import { cell, piece, scene } from "../game-api/test-scenes";
import { grammar as expansion } from "../../../src/siegeworks/games/expansion/view/grammar";
import { words as expansionWords } from "../../../src/siegeworks/games/expansion/view/words";
import { moveText as ransomText } from "../../../src/siegeworks/games/kings_ransom/view/consequences";
import { grammar as nobles } from "../../../src/siegeworks/games/nobles_and_peasants/view/grammar";
import { words as noblesWords } from "../../../src/siegeworks/games/nobles_and_peasants/view/words";
import { moveText } from "./move-text";

const board = scene("squares", [
  cell("a3", 1, 3, { piece: piece("minion", "suns", "5") }), cell("a4", 1, 4), cell("b3", 2, 3, { piece: piece("minion", "moons", "") }),
]);

test("a move is a command in words: what goes where, or what it attacks", () => {
  const context = { scene: board, seat: "suns", seats: ["suns", "moons"] };
  const command = (token: string): string => moveText(token, expansion, context, expansionWords);
  expect(command("a3-a4")).toBe("Move the minion 5 to a4");
  expect(command("a3-b3")).toBe("Attack b3 with the minion 5");
  expect(command("5@a4")).toBe("Place the minion 5 on a4");
  expect(command("pass")).toBe("Pass");
});

test("a piece that comes from a hand is named by its colour", () => {
  const context = { scene: board, seat: "red", seats: ["red", "blue"] };
  expect(moveText("T@b3", nobles, context, noblesWords)).toBe("Place the red tower on b3");
});

test("tiles flee, attack, help and pay in words", () => {
  const tiles = scene("squares", [cell("Sb2", 2, 2, { piece: piece("archer", "south", "A6") })]);
  const command = (token: string): string => ransomText(token, { scene: tiles, seat: "south", seats: ["south", "north"] });
  expect(command("b2~")).toBe("Flee from b2 with the Archer");
  expect(command("b2xb1")).toBe("Attack b1 with the Archer on b2");
  expect(command("+b2")).toBe("Call the Archer from b2");
  expect(command("pay=6")).toBe("Pay with the 6");
  expect(command("pay=41")).toBe("Pay with the 4 and the 1");
  expect(command("stand")).toBe("");
});
