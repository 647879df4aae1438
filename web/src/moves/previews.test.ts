import { expect, test } from "vitest";
import type { Session } from "../net/session.svelte";
import type * as wire from "../wire";
import { Previews } from "./previews.svelte";

type Question = { readonly version: number; readonly answer: (refused?: boolean) => Promise<void> };

/** A session whose answers wait until the test gives them. */
function asked(): { readonly questions: Question[]; readonly session: Session } {
  const questions: Question[] = [];
  const ask = ({ version }: { readonly version: number }) =>
    new Promise((resolve) => {
      questions.push({
        version,
        async answer(refused = false) {
          const effects: wire.Effects[] = [{ tokens: ["a", "b"], sentence: `of ${version}` }];
          resolve(refused ? { type: "refused", sentence: "No." } : { type: "previewed", id: "", version, effects });
          await new Promise((done) => setTimeout(done)); // until it has been taken
        },
      });
    });
  return { questions, session: { ask } as unknown as Session };
}

test("each position is asked about once; what lies between two answers is left out", async () => {
  const { questions, session } = asked();
  const previews = new Previews(session);
  for (const version of [1, 2, 3]) void previews.follow(version, "red");
  expect(questions.map(({ version }) => version)).toEqual([1]);
  await questions[0]?.answer();
  expect(questions.map(({ version }) => version)).toEqual([1, 3]);
  await questions[1]?.answer();
  expect(previews.at(3).get("b")?.sentence).toBe("of 3");
  expect(previews.at(1).get("a")?.sentence).toBe("of 1");
  expect(previews.at(2).size).toBe(0);
});

test("after a refusal the next position is asked about", async () => {
  const { questions, session } = asked();
  const previews = new Previews(session);
  void previews.follow(1, "red");
  await questions[0]?.answer(true);
  expect(previews.at(1).size).toBe(0);
  void previews.follow(2, "red");
  await questions[1]?.answer();
  expect(previews.at(2).get("a")?.sentence).toBe("of 2");
});
