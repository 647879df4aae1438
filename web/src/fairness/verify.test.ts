import { describe, expect, it } from "vitest";
import { numberOf, shownBy, verify } from "./verify";
import { words } from "./words";
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
// What the page was shown: a seat moves first and last.
const steps = [...opened.draws.map(({ token }) => ({ actor: "chance", token })), { actor: "red", token: "a1-a2" }];
const shown = shownBy(steps, new Map());
const FAIR = { outcomes: 14, elsewhere: 0, wrong: [], changed: [], fits: true, isIncluded: true, isFair: true };

describe("verify", () => {
  it("finds that every outcome follows from the secret", () => {
    expect(verify(opened, COMMITMENT, "", shown)).toEqual(FAIR);
  });

  it("names an outcome that does not follow", () => {
    const draws = opened.draws.map((draw) => (draw.step === 12 ? { ...draw, token: "roll=1" } : draw));
    expect(verify({ ...opened, draws }, COMMITMENT, "", shown).wrong).toEqual([{ step: 12, token: "roll=1", expected: "roll=0" }]);
  });

  it("notices another secret than the one that the server committed to", () => {
    const other = verify({ ...opened, secret: "00".repeat(32) }, COMMITMENT, "", shown);
    expect(other.fits).toBe(false);
    expect(other.wrong.length).toBeGreaterThan(0);
  });

  it("notices that a seat's entropy was left out", () => {
    expect(verify({ ...opened, entropy: opened.entropy.slice(0, 1) }, COMMITMENT, "", shown).wrong.every(({ step }) => step >= 9)).toBe(true);
    expect(verify({ ...opened, entropy: [] }, COMMITMENT, "", shown).wrong.length).toBeGreaterThan(0);
  });

  it("notices that this browser's number was left out", () => {
    expect(verify(opened, COMMITMENT, "c0ffee", shown).isFair).toBe(true);
    expect(verify(opened, COMMITMENT, "beef", shown)).toMatchObject({ isIncluded: false, isFair: false });
  });

  it("notices another outcome than the one that was shown, even if it follows from the secret", () => {
    const seen = shownBy(steps, new Map([[3, "roll=0"]])); // during the game
    expect(verify(opened, COMMITMENT, "", seen)).toMatchObject({ changed: [{ step: 3, token: "roll=2", expected: "roll=0" }], wrong: [], isFair: false });
    const only = opened.draws.map((draw) => (draw.step === 3 ? { ...draw, token: "roll=0", weights: [{ token: "roll=0", weight: 1 }] } : draw));
    expect(verify({ ...opened, draws: only }, COMMITMENT, "", shown)).toMatchObject({ changed: [{ step: 3, token: "roll=0", expected: "roll=2" }], wrong: [], isFair: false });
  });

  it("notices that an outcome is left out or invented, but for those that were drawn elsewhere", () => {
    const fewer = { ...opened, draws: opened.draws.slice(1) };
    expect(verify(fewer, COMMITMENT, "", shown)).toMatchObject({ changed: [{ step: 0, token: "", expected: "roll=1" }], isFair: false });
    expect(verify(opened, COMMITMENT, "", shown.slice(1))).toMatchObject({ changed: [{ step: 0, token: "roll=1", expected: "" }], isFair: false });
    expect(verify({ ...fewer, first: 1 }, COMMITMENT, "", shown)).toMatchObject({ changed: [], elsewhere: 1, isFair: true });
  });

  it("notices that this browser's number counts only after an outcome", () => {
    expect(verify(opened, COMMITMENT, "7", shown)).toMatchObject({ isIncluded: false, isFair: false });
  });

  it("takes any outcome where it was hidden", () => {
    const hidden = shown.map(({ step }) => ({ step, token: "?" }));
    expect(verify(opened, COMMITMENT, "", hidden)).toEqual(FAIR);
  });

  it("draws again what would favour some outcomes", () => {
    const key = hexToBytes(SECRET);
    const total = (1n << 63n) + 1n; // nearly every second number is too large
    for (let step = 0; step < 20; step += 1) expect(numberOf(key, step, total) < total).toBe(true);
  });
});

describe("what the dialog says", () => {
  const verdict = (wrong: number, outcomes: number): string => {
    const wrongOutcomes = Array.from({ length: wrong }, (_, step) => ({ step, token: "3", expected: "4" }));
    return words.verdict({ outcomes, elsewhere: 0, wrong: wrongOutcomes, changed: [], fits: true, isIncluded: true, isFair: false });
  };

  it("counts what does not follow", () => {
    expect(verdict(1, 1)).toMatch(/^The only outcome does not follow/);
    expect(verdict(1, 7)).toMatch(/^1 of 7 outcomes does not follow/);
    expect(verdict(2, 7)).toMatch(/^2 of 7 outcomes do not follow/);
  });
});
