// Keeping lessons and puzzles for when there is no connection: they are asked for once, and the service worker keeps
// the answers.

import { GAMES } from "../games/registry";
import { api } from "../net/api";
import { puzzlesApi } from "../puzzles/puzzles";
import type * as wire from "../wire";

const PUZZLES = 12; // of each game
const WAIT = 3000; // milliseconds, when the server is asked too fast
const ATTEMPTS = 10;

/** Can this browser keep anything for this page? */
export const canKeep = (): boolean => "serviceWorker" in navigator;

/** Ask for all lessons and some puzzles of every game.
 *  @param tell how many lessons and puzzles are done, and of how many. */
export async function keepAll(tell: (done: number, all: number) => void): Promise<void> {
  await navigator.serviceWorker.ready;
  await patiently(() => puzzlesApi.games());
  const jobs = (await Promise.all(GAMES.map(jobsOf))).flat();
  for (const [done, job] of jobs.entries()) {
    tell(done, jobs.length);
    await job();
  }
  tell(jobs.length, jobs.length);
}

async function jobsOf(game: string): Promise<(() => Promise<void>)[]> {
  await patiently(() => api.rules(game));
  const { lessons } = await patiently(() => api.lessons(game));
  const { puzzles } = await patiently(() => puzzlesApi.ofGame(game));
  return [
    ...lessons.map(({ name }) => () => keepLesson(game, name)),
    ...puzzles.slice(0, PUZZLES).map(({ name }) => async () => {
      await patiently(() => puzzlesApi.puzzle(game, name));
      await patiently(() => puzzlesApi.solution(game, name));
    }),
  ];
}

/** All steps of a lesson, with what comes of a right move in each. */
async function keepLesson(game: string, lesson: string): Promise<void> {
  const moves: string[] = [];
  for (;;) {
    const step: wire.LessonStep = await patiently(() => api.lesson(game, lesson, { moves }));
    if (step.number === 0) return;
    for (const tried of step.moves ?? []) await patiently(() => api.lesson(game, lesson, { moves, tried }));
    moves.push(step.moves?.[0] ?? "");
  }
}

async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (problem) {
      if (attempt === ATTEMPTS || !navigator.onLine) throw problem;
      await new Promise((resolve) => setTimeout(resolve, WAIT));
    }
  }
}
