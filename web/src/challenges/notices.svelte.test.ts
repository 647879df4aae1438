// What waits for one's answer: a game that has begun, told apart by who has asked for it.

import { beforeEach, expect, test, vi } from "vitest";
import type { ChallengeInfo, WaitingGame } from "../wire";
import { notices } from "./notices.svelte";

vi.mock("./notifying", () => ({ notifyOf: () => undefined }));

const CHALLENGE: ChallengeInfo = { id: "c", challenger: "Ann", challenged: "Bob", game: "trek", title: "Trek", options: {}, is_mine: true };
const GAME: WaitingGame = { table: "t", game: "trek", title: "Trek", players: ["Bob"] };

/** The game has begun after this challenge: which of them was mine and was accepted? */
function begunAfter(challenge: ChallengeInfo): WaitingGame | null {
  notices.show({ challenges: [challenge], games: [] });
  notices.show({ challenges: [], games: [GAME] });
  return notices.begun;
}

beforeEach(() => notices.show({}));

test("a challenge of mine that was accepted has begun", () => {
  expect(begunAfter(CHALLENGE)).toEqual(GAME);
});

test("a game that I was asked for, of another kind or against somebody else has not begun by my challenge", () => {
  expect(begunAfter({ ...CHALLENGE, is_mine: false })).toBe(null);
  notices.show({});
  expect(begunAfter({ ...CHALLENGE, game: "chess" })).toBe(null);
  notices.show({});
  expect(begunAfter({ ...CHALLENGE, challenged: "Cleo" })).toBe(null);
});

test("a challenge that was declined has not begun", () => {
  expect(begunAfter({ ...CHALLENGE, declined: true })).toBe(null);
});
