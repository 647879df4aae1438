import { expect, test, vi } from "vitest";
import { cell, piece, scene } from "../games/test-scenes";
import { gainOf, play, soundsOf } from "./sounds";

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

// What the Web Audio API was asked to do.
class FakeAudio {
  static made: FakeAudio[] = [];
  readonly gains: FakeGain[] = [];
  voices = 0;
  readonly currentTime = 0;
  readonly destination = { end: true };
  constructor() {
    FakeAudio.made.push(this);
  }
  resume(): void {}
  createGain(): FakeGain {
    const gain = new FakeGain();
    this.gains.push(gain);
    return gain;
  }
  createOscillator(): unknown {
    this.voices += 1;
    const frequency = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { frequency, connect: (next: unknown) => next, start() {}, stop() {} };
  }
}
class FakeGain {
  level = 0;
  next: unknown = null;
  readonly gain = {
    setValueAtTime: (level: number) => (this.level = level),
    exponentialRampToValueAtTime: () => undefined,
  };
  connect(next: unknown): unknown {
    this.next = next;
    return next;
  }
}

test("every tone passes through one gain, which the volume sets; at 0 nothing plays", () => {
  vi.stubGlobal("AudioContext", FakeAudio);
  play(["move"], 0);
  expect(FakeAudio.made).toEqual([]);
  play(["move", "turn"], 40);
  const [audio] = FakeAudio.made;
  expect(audio?.voices).toBe(3);
  const [master, ...tones] = audio?.gains ?? [];
  expect(master?.level).toBe(gainOf(40));
  expect(master?.next).toBe(audio?.destination);
  expect(tones.map(({ next }) => next)).toEqual([master, master, master]);
  vi.unstubAllGlobals();
});

test("the volume grows from nothing, and what is out of range is cut off", () => {
  const gains = [0, 10, 50, 100].map(gainOf);
  expect(gains).toEqual(gains.toSorted((a, b) => a - b));
  expect([gainOf(0), gainOf(-5), gainOf(500)]).toEqual([0, 0, gainOf(100)]);
});
