import { expect, test } from "vitest";
import { piece } from "./games/test-scenes";
import { battleText, moveText, fighterText, playersText, serverText } from "./text";

test("sentences begin with a capital, and tokens stay as they are written", () => {
  expect(serverText("blue has lost a tower. red is next (R4)")).toBe("Blue has lost a tower. Red is next (R4)");
  expect(serverText("north's Cavalry attacks")).toBe("North's Cavalry attacks");
  expect(serverText("suns: move a piece, or done")).toBe("Suns: move a piece, or done");
  expect(serverText("turn 2 of 300 (R11)")).toBe("Turn 2 of 300 (R11)");
  for (const token of ["d3-d6: there is no room.", "done: not now.", "a1 is taken."]) {
    expect(serverText(token)).toBe(token);
  }
});

test("a record's players are told by seat, bots by their level", () => {
  expect(playersText("suns=level:3 moons=Ann of Kent")).toBe("Suns: bot 3, Moons: Ann of Kent");
  expect(playersText(undefined)).toBe("");
});

test("dice are read one by one", () => {
  expect(moveText("suns", "roll=00A")).toBe("rolls 0 0 A");
  expect(moveText("moons", "S-d4 done")).toBe("S-d4 done");
});

test("who leaves the table is told as a sentence", () => {
  expect(moveText("table", "suns resigns")).toBe("Suns resigns");
});

test("who fights is told by kind and value", () => {
  expect(fighterText(piece("archer", "north", "A6"))).toBe("Archer A6");
});

test("how a battle ended is told: who won, who fell, or neither", () => {
  const sides = {
    attacker: piece("cavalry", "south", "C3"),
    defender: piece("engineer", "north", "E4"),
    helper: piece("spy", "north", "S1"),
  };
  const told = (outcome: Parameters<typeof battleText>[0]["outcome"]) => battleText({ ...sides, outcome });
  expect(told("attacker")).toBe("South won: Engineer E4 + Spy S1 of North fell.");
  expect(told("defender")).toBe("North won: Cavalry C3 of South fell.");
  expect(told("fall")).toBe("Nobody won: both sides fell.");
  expect(told("stay")).toBe("A tie: both stay where they are.");
  expect(told(null)).toBe("");
});
