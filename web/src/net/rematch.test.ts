import { expect, it } from "vitest";
import type { SeatInfo } from "../wire";
import { needsInvitation, rotated } from "./rematch";

const ME: SeatInfo = { seat: "red", who: "person", name: "Ann" };
const BOT: SeatInfo = { seat: "blue", who: "bot", level: 3 };

it("gives every player the next seat", () => {
  expect(rotated([ME, BOT], ["red"], null)).toEqual([
    { seat: "red", who: "bot", level: 3 },
    { seat: "blue", who: "me", name: "Ann" },
  ]);
});

it("can change the level of the bots", () => {
  expect(rotated([ME, BOT], ["red"], 5)[0]).toEqual({ seat: "red", who: "bot", level: 5 });
});

it("invites other people with a link", () => {
  const other: SeatInfo = { seat: "blue", who: "person", name: "Ben" };
  expect(needsInvitation([ME, BOT], ["red"])).toBe(false);
  expect(needsInvitation([ME, other], ["red"])).toBe(true);
  expect(rotated([ME, other], ["red"], null)[0]).toEqual({ seat: "red", who: "friend" });
  expect(rotated([ME, other], ["red", "blue"], null)).toEqual([
    { seat: "red", who: "hot-seat", name: "Ben" },
    { seat: "blue", who: "me", name: "Ann" },
  ]);
});
