import { expect, test } from "vitest";
import { cell, piece, scene } from "../games/test-scenes";
import { soundsOf } from "./sounds";

const before = scene("tiles", [
  cell("a1", 0, 0, { piece: piece("minion", "suns") }),
  cell("a2", 0, 1),
  cell("a3", 0, 2, { piece: piece("minion", "moons") }),
]);
const moved = scene("tiles", [cell("a1", 0, 0), cell("a2", 0, 1, { piece: piece("minion", "suns") }), before.cells[2]!]);
const taken = scene("tiles", [cell("a1", 0, 0), cell("a2", 0, 1), cell("a3", 0, 2, { piece: piece("minion", "suns") })]);
const held = scene("tiles", [cell("a1", 0, 0), cell("a2", 0, 1, { seat: "suns" }), before.cells[2]!]);
const step = { actor: "suns", token: "a1-a2" };
const usual = {
  isDiceRoll: (one: { token: string }) => one.token.startsWith("roll="),
  steps: [step], before, now: moved, mine: ["suns"], toAct: "moons", over: false };

test("a step sounds like a move, or like a capture if ground or a piece is lost", () => {
  expect(soundsOf(usual)).toEqual(["move"]);
  expect(soundsOf({ ...usual, now: taken })).toEqual(["capture"]);
  expect(soundsOf({ ...usual, now: held })).toEqual(["capture"]);
});

test("dice, your turn and the end have their own sounds; no new steps, no sound", () => {
  const rolled = { ...usual, steps: [step, { actor: "chance", token: "roll=00A" }] };
  expect(soundsOf(rolled)).toEqual(["move", "dice"]);
  expect(soundsOf({ ...usual, mine: ["moons"] })).toEqual(["move", "turn"]);
  expect(soundsOf({ ...usual, mine: ["moons"], over: true })).toEqual(["move", "end"]);
  expect(soundsOf({ ...usual, steps: [] })).toEqual([]);
});
