import { expect, test } from "vitest";
import { words as ransom } from "./games/kings-ransom/words";
import { words as number } from "./games/siege-by-number/words";
import { piece } from "./games/test-scenes";
import { battleText, fighterText, moveText, playersText, seatName, serverText } from "./text";

test("sentences begin with a capital, and tokens stay as they are", () => {
  expect(serverText("blue has lost a tower. red is next (R4)")).toBe("Blue has lost a tower. Red is next (R4)");
  expect(serverText("north's Cavalry attacks")).toBe("North's Cavalry attacks");
  expect(serverText("suns: move a piece, or done")).toBe("Suns: move a piece, or done");
  expect(serverText("turn 2 of 300 (R11)")).toBe("Turn 2 of 300 (R11)");
  for (const token of ["d3-d6: there is no room.", "done: not now.", "a1 is taken."]) {
    expect(serverText(token)).toBe(token);
  }
});

test("the players of a record are listed by seat, bots by level", () => {
  expect(playersText("suns=level:3 moons=Ann of Kent")).toBe("Suns: bot 3, Moons: Ann of Kent");
  expect(playersText(undefined)).toBe("");
});

test("the dice of a roll are listed one by one", () => {
  expect(moveText("suns", "roll=00A", number)).toBe("rolls 0 0 A");
  expect(moveText("moons", "S-d4 done", number)).toBe("S-d4 done");
});

test("a player who leaves the table gets a sentence", () => {
  expect(moveText("table", "suns resigns", number)).toBe("Suns resigns");
});

test("a fighter has its kind and value", () => {
  expect(fighterText(piece("archer", "north", "A6"), ransom)).toBe("Archer A6");
});

test("the outcome of a battle names winner and losses, or neither", () => {
  const sides = {
    attacker: piece("cavalry", "south", "C3"),
    defender: piece("engineer", "north", "E4"),
    helper: piece("spy", "north", "S1"),
  };
  const outcomeText = (outcome: Parameters<typeof battleText>[0]["outcome"]) => battleText({ ...sides, outcome }, ransom);
  expect(outcomeText("attacker")).toBe("South won: North lost Engineer E4 + Spy S1.");
  expect(outcomeText("defender")).toBe("North won: South lost Cavalry C3.");
  expect(outcomeText("fall")).toBe("Nobody won: both sides fell.");
  expect(outcomeText("stay")).toBe("A tie: both sides stay.");
  expect(outcomeText(null)).toBe("");
});

test("seats of installed games have names too", () => {
  expect([seatName("white"), seatName("suns")]).toEqual(["White", "Suns"]);
});
