import { afterEach, expect, test, vi } from "vitest";
import { text } from "../text";
import { api } from "./api";

afterEach(() => vi.unstubAllGlobals());

type Answer = Response | Error;

/** A server that gives these answers one after another, the last one again and again; returns what it was asked. */
function serverWith(...answers: readonly (() => Answer)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const answer = answers[Math.min(asked.length, answers.length) - 1]!();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return asked;
}

const answered = (body: unknown) => () => Response.json(body);
const refused = (body: unknown, status = 404) => () => Response.json(body, { status });
const noConnection = () => new TypeError("Failed to fetch");

test("what does not change is asked for once, even by two at the same time", async () => {
  const asked = serverWith(answered({ lessons: 1 }));
  const both = await Promise.all([api.lessons("once"), api.lessons("once")]);
  expect([...both, await api.lessons("once")]).toEqual([{ lessons: 1 }, { lessons: 1 }, { lessons: 1 }]);
  expect(asked).toEqual(["/api/games/once/lessons"]);
});

test.each([["no connection", noConnection], ["a refusal", refused(null, 503)]])(
  "after %s it is asked for again, and the answer is kept", async (_, failure) => {
    const asked = serverWith(failure, failure, answered({ board: 1 }));
    const game = `again-${_}`;
    await expect(api.pictures(game)).rejects.toThrow();
    await expect(api.pictures(game)).rejects.toThrow();
    expect(await api.pictures(game)).toEqual({ board: 1 });
    expect(await api.pictures(game)).toEqual({ board: 1 });
    expect(asked).toHaveLength(3);
  },
);

test("two games have answers of their own", async () => {
  serverWith(answered({ of: "one" }), answered({ of: "other" }));
  expect([await api.lessons("one"), await api.lessons("other")]).toEqual([{ of: "one" }, { of: "other" }]);
});

test("what changes is asked for each time", async () => {
  const asked = serverWith(answered({ tables: [] }));
  await api.lobby();
  await api.lobby();
  expect(asked).toEqual(["/api/lobby", "/api/lobby"]);
});

test("every error has a sentence: the server's own where it has one", async () => {
  serverWith(refused({ sentence: "There is no such table." }), refused("nonsense", 502), () => new Response("<html>", { status: 500 }), noConnection);
  await expect(api.lobby()).rejects.toThrow("There is no such table.");
  await expect(api.lobby()).rejects.toThrow(text.connection.unexpected(502));
  await expect(api.lobby()).rejects.toThrow(text.connection.unexpected(500));
  await expect(api.lobby()).rejects.toThrow(text.connection.unreachable);
});
