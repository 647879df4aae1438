import { expect, test } from "vitest";
import { type Plan, replanned } from "./seat-plans";

const plan = (who: Plan["who"], level = 3): Plan => ({ who, level, name: "" });
const whos = (plans: readonly Plan[]): string => plans.map(({ who, level }) => (who === "bot" ? level : who)).join(" ");

test("choosing another seat for me gives mine to the player who had it", () => {
  expect(whos(replanned([plan("me"), plan("bot", 7)], 1, "me"))).toBe("7 me");
  expect(whos(replanned([plan("bot", 2), plan("me"), plan("friend")], 2, "me"))).toBe("2 friend me");
});

test("bots never have all seats: I take the next one", () => {
  expect(whos(replanned([plan("me"), plan("bot")], 0, "bot"))).toBe("3 me");
  expect(whos(replanned([plan("bot"), plan("bot"), plan("me")], 2, "bot"))).toBe("me 3 3");
  expect(whos(replanned([plan("me"), plan("friend")], 0, "bot"))).toBe("3 friend");
});

test("other seats stay as they are", () => {
  expect(whos(replanned([plan("me"), plan("bot"), plan("open")], 1, "hot-seat"))).toBe("me hot-seat open");
});
