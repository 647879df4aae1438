import { describe, expect, it } from "vitest";
import { numberOf, verify } from "./verify";
import { hexToBytes } from "@noble/hashes/utils.js";

// The same known answers as in tests/play/test_provable_chance.py.
const SECRET = [...Array(32).keys()].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const WEIGHTS = [1, 2, 3].map((weight, roll) => ({ token: `roll=${roll}`, weight }));
const ROLLS = [1, 1, 1, 2, 1, 2, 1, 1, 2, 2, 1, 2, 0, 2];

const opened = {
  commitment: COMMITMENT,
  secret: SECRET,
  entropy: [{ seat: "red", text: "c0ffee", step: 0 }, { seat: "blue", text: "7", step: 9 }],
  draws: ROLLS.map((roll, step) => ({ step, weights: WEIGHTS, token: `roll=${roll}` })),
};

describe("verify", () => {
  it("finds that every outcome follows from the secret", () => {
    expect(verify(opened, COMMITMENT)).toEqual({ outcomes: 14, wrong: [], fits: true, isIncluded: true, isFair: true });
  });

  it("names an outcome that does not follow", () => {
    const draws = opened.draws.map((draw) => (draw.step === 12 ? { ...draw, token: "roll=1" } : draw));
    expect(verify({ ...opened, draws }, COMMITMENT).wrong).toEqual([{ step: 12, token: "roll=1", expected: "roll=0" }]);
  });

  it("notices another secret than the one that the server committed to", () => {
    const other = verify({ ...opened, secret: "00".repeat(32) }, COMMITMENT);
    expect(other.fits).toBe(false);
    expect(other.wrong.length).toBeGreaterThan(0);
  });

  it("notices that a seat's entropy was left out", () => {
    expect(verify({ ...opened, entropy: opened.entropy.slice(0, 1) }, COMMITMENT).wrong.every(({ step }) => step >= 9)).toBe(true);
    expect(verify({ ...opened, entropy: [] }, COMMITMENT).wrong.length).toBeGreaterThan(0);
  });

  it("notices that this browser's number was left out", () => {
    expect(verify(opened, COMMITMENT, "c0ffee").isFair).toBe(true);
    expect(verify(opened, COMMITMENT, "beef")).toMatchObject({ isIncluded: false, isFair: false });
  });

  it("draws again what would favour some outcomes", () => {
    const key = hexToBytes(SECRET);
    const total = (1n << 63n) + 1n; // nearly every second number is too large
    for (let step = 0; step < 20; step += 1) expect(numberOf(key, step, total) < total).toBe(true);
  });
});
