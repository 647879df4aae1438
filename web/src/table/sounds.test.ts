import { expect, test, vi } from "vitest";
import { cell, piece, scene } from "../game-api/test-scenes";
import { gainOf, play, type Sound, SOUNDS, soundsOf, TONES } from "./sounds";

const before = scene("tiles", [
  cell("a1", 0, 0, { piece: piece("minion", "suns") }),
  cell("a2", 0, 1),
  cell("a3", 0, 2, { piece: piece("minion", "moons") }),
]);
const moved = scene("tiles", [cell("a1", 0, 0), cell("a2", 0, 1, { piece: piece("minion", "suns") }), before.cells[2]!]);
const captured = scene("tiles", [cell("a1", 0, 0), cell("a2", 0, 1), cell("a3", 0, 2, { piece: piece("minion", "suns") })]);
const held = scene("tiles", [cell("a1", 0, 0), cell("a2", 0, 1, { seat: "suns" }), before.cells[2]!]);
const step = { actor: "suns", token: "a1-a2" };
const roll = { actor: "chance", token: "roll=00A" };
const battle = { attacker: piece("army", "suns", "3"), defender: piece("army", "moons", "2"), outcome: "attacker" } as const;
const gameView = {
  scoreTray: "Tally",
  isDiceRoll: ({ token }: { token: string }) => token.startsWith("roll="),
};
const usual = { gameView, steps: [step], before, now: moved, mine: ["suns"], toAct: "moons", result: "*" };
const heard = (change: Partial<Parameters<typeof soundsOf>[0]> = {}) => soundsOf({ ...usual, ...change });

const tally = (note: string) => ({ ...before, trays: [{ title: "Tally", seat: "suns", note, pieces: [] }] });
const turnedUp = (face_down: boolean) =>
  scene("tiles", [cell("a1", 0, 0, { piece: { ...piece("minion", "moons"), face_down } }), ...before.cells.slice(1)]);

// Each kind of event, and how it sounds.
const kinds: [string, Partial<Parameters<typeof soundsOf>[0]>, Sound][] = [
  ["a move", {}, "move"],
  ["another seat loses a piece", { now: captured }, "capture"],
  ["a battle", { steps: [{ actor: "suns", token: "a1xa3", effects: { battle } }], now: captured }, "battle"],
  ["ground changes hands", { now: held }, "score"],
  ["a score rises", { before: tally("3 pips"), now: tally("8 pips") }, "score"],
  ["a piece is turned up", { before: turnedUp(true), now: turnedUp(false) }, "reveal"],
  ["dice alone", { steps: [roll], now: before }, "dice"],
];

test.each(kinds)("%s has its own sound", (_, change, sound) => {
  expect(heard(change)).toEqual([sound]);
});

test("a score that falls is not heard as points, nor is a tray that is not the score", () => {
  expect(heard({ before: tally("8 pips"), now: tally("3 pips") })).toEqual(["move"]);
  expect(heard({ gameView: {}, before: tally("3 pips"), now: tally("8 pips") })).toEqual(["move"]);
});

test("your turn, victory, defeat and a draw differ; who only watches hears a victory", () => {
  expect(heard({ mine: ["moons"] })).toEqual(["move", "turn"]);
  expect(heard({ result: "suns" })).toEqual(["move", "won"]);
  expect(heard({ result: "suns+crowns", mine: ["moons"] })).toEqual(["move", "lost"]);
  expect(heard({ result: "draw" })).toEqual(["move", "drawn"]);
  expect(heard({ result: "moons", mine: [] })).toEqual(["move", "won"]);
});

test("a turn has two sounds at most, the weightier ones; no new steps, no sound", () => {
  const mine = ["moons"];
  expect(heard({ steps: [step, roll] })).toEqual(["move", "dice"]);
  expect(heard({ steps: [step, roll], mine })).toEqual(["dice", "turn"]);
  expect(heard({ steps: [step, roll], now: captured, mine })).toEqual(["capture", "turn"]);
  expect(heard({ steps: [] })).toEqual([]);
});

test("no two kinds of events sound alike, and none is long", () => {
  expect(new Set(SOUNDS.map((sound) => JSON.stringify(TONES[sound]))).size).toBe(SOUNDS.length);
  for (const sound of SOUNDS) {
    expect(Math.max(...TONES[sound].map(({ at, long }) => at + long)), sound).toBeLessThan(0.6);
    expect(Math.max(...TONES[sound].map(({ loud }) => loud)), sound).toBeLessThan(0.3);
  }
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
