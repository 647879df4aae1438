// Keeping lessons and puzzles for when there is no connection: one answer of the server has those of a game, and each step of
// them is kept under the name by which the service worker looks for it.

import { GAMES } from "../games/registry";
import { get } from "../net/api";
import type * as wire from "../wire";

const LESSONS = "lessons"; // the cache of the service worker
const WAIT = 3000; // milliseconds, when the server is asked too fast
const ATTEMPTS = 10;

/** Can this browser keep anything for this page? */
export const canKeep = (): boolean => "serviceWorker" in navigator;

/** Keep all lessons and some puzzles of every game, and what leads to them.
 *  @param tell how many games are done, and of how many. */
export async function keepAll(tell: (done: number, all: number) => void): Promise<void> {
  tell(0, GAMES.length);
  await navigator.serviceWorker.ready;
  await Promise.all(["/api/games", "/api/puzzles"].map(keepAnswer));
  for (const [number, game] of GAMES.entries()) {
    await keepGame(`/api/games/${game}`);
    tell(number + 1, GAMES.length);
  }
}

async function keepGame(path: string): Promise<void> {
  await Promise.all(["rules", "rules/examples", "lessons", "puzzles"].map((part) => keepAnswer(`${path}/${part}`)));
  const { steps, puzzles } = await patiently(() => get<wire.OfflineCopy>(`${path}/offline`));
  await Promise.all([
    ...steps.flatMap(({ lesson, moves, step, answers }) => [
      keep(sent(`${path}/lessons/${lesson}`, { moves }), step),
      ...answers.map((answer, number) =>
        keep(sent(`${path}/lessons/${lesson}`, { moves, tried: step.moves?.[number] }), { ...step, answer })),
    ]),
    ...puzzles.flatMap(({ puzzle, solution }) => [
      keep(`${path}/puzzles/${puzzle.info.name}`, puzzle),
      keep(sent(`${path}/puzzles/${puzzle.info.name}`, {}), solution),
    ]),
  ]);
}

/** The name under which the service worker keeps the answer to a POST. */
const sent = (path: string, body: unknown): string => `${path}?sent=${encodeURIComponent(JSON.stringify(body))}`;

const keepAnswer = async (path: string): Promise<void> => keep(path, await patiently(() => get(path)));

async function keep(name: string, answer: unknown): Promise<void> {
  const cache = await caches.open(LESSONS);
  await cache.put(name, new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } }));
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
