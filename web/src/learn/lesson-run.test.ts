import { expect, test, vi } from "vitest";
import type * as wire from "../wire";
import { LessonRun } from "./lesson-run.svelte";

/** A server that keeps its answers until they are asked for. */
function slowServer(): { asked: wire.LessonRequest[]; answer: (step?: Partial<wire.LessonStep>) => Promise<void> } {
  const asked: wire.LessonRequest[] = [];
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", (_path: string, { body }: RequestInit) => {
    asked.push(JSON.parse(body as string) as wire.LessonRequest);
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  const answer = async (step?: Partial<wire.LessonStep>): Promise<void> => {
    const given = step ? new Response(JSON.stringify(step)) : new Response(JSON.stringify({ sentence: "Try later." }), { status: 503 });
    waiting.shift()?.(given);
    await new Promise((done) => setTimeout(done));
  };
  return { asked, answer };
}

test("who clicks twice while the next step of a lesson is on its way comes to that step", async () => {
  const { asked, answer } = slowServer();
  const run = new LessonRun("trek", "forks");
  await answer({ number: 1, moves: ["a1"] });
  void run.try("a1");
  await answer({ number: 1, moves: ["a1"], answer: { is_right: true, sentence: "Yes." } as wire.LessonAnswer });
  void run.next();
  void run.next();
  await answer({ number: 2, moves: ["b1"] });
  expect(run.step?.number).toBe(2);
  expect(asked.map(({ moves }) => moves)).toEqual([[], [], ["a1"]]);
});

test("a lesson whose next step did not come goes on to it the next time", async () => {
  const { asked, answer } = slowServer();
  const run = new LessonRun("trek", "forks");
  await answer({ number: 1 }); // only to be read
  void run.next();
  await answer();
  expect(run.error).toBe("Try later.");
  void run.next();
  await answer({ number: 2 });
  expect(run.step?.number).toBe(2);
  expect(asked.map(({ moves }) => moves)).toEqual([[], [""], [""]]);
});
