import { expect, test } from "vitest";
import { seatName } from "./game-api/seats";
import { piece } from "./game-api/test-scenes";
import { serverText } from "./game-api/wording";
import { words as ransom } from "../../src/siegeworks/games/kings_ransom/view/words";
import { battleText, fighterText, text } from "./text";

test("sentences begin with a capital, and tokens stay as they are", () => {
  expect(serverText("blue has lost a tower. red is next (R4)")).toBe("Blue has lost a tower. Red is next (R4)");
  expect(serverText("north's Cavalry attacks")).toBe("North’s Cavalry attacks");
  expect(serverText("suns: move a piece, or done")).toBe("Suns: move a piece, or done");
  expect(serverText("turn 2 of 300 (R11)")).toBe("Turn 2 of 300 (R11)");
  for (const token of ["d3-d6: there is no room.", "done: not now.", "a1 is taken."]) {
    expect(serverText(token)).toBe(token);
  }
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
  const outcomeText = (outcome: NonNullable<Parameters<typeof battleText>[0]["outcome"]>) => battleText({ ...sides, outcome }, ransom);
  expect(outcomeText("attacker")).toBe("South won: North lost Engineer E4 + Spy S1.");
  expect(outcomeText("defender")).toBe("North won: South lost Cavalry C3.");
  expect(outcomeText("fall")).toBe("Nobody won: both sides fell.");
  expect(outcomeText("stay")).toBe("A tie: both sides stay.");
  expect(outcomeText("")).toBe("");
});

test("seats of installed games have names too", () => {
  expect([seatName("white"), seatName("suns")]).toEqual(["White", "Suns"]);
});

test("the end says who won and why, from where one sits", () => {
  const { sentence } = text.ended;
  expect(sentence("red won: enough (R8).", ["red"], ["red"], "8 of 15 fortresses")).toBe("You win with 8 of 15 fortresses: enough (R8).");
  expect(sentence("red won: enough (R8).", ["red"], ["blue"], "")).toBe("Red won: enough (R8).");
  expect(sentence("red won: enough (R8).", ["red"], ["red", "blue"], "")).toBe("Red won: enough (R8).");
  expect(sentence("suns and arms won together: so (R8).", ["suns", "arms"], ["arms"], "")).toBe("You and Suns won together: so (R8).");
  expect(sentence("A draw: so (R8).", [], ["red"], "")).toBe("A draw: so (R8).");
});

test("how long one has waited is said without seconds after an hour", () => {
  expect([59, 93, 3599, 3600, 90_061].map(text.status.since)).toEqual(["for 59 s", "for 1 min 33 s", "for 59 min 59 s", "for 1 h 0 min", "for 25 h 1 min"]);
});
