// The turns of a game, as its list tells them, and those before the page was opened.

import type { Session } from "../net/session.svelte";
import type * as wire from "../wire";

/** The steps of a turn; the first turn is 0. */
export const stepsOf = (turn: number, history: readonly wire.Turn[], steps: readonly wire.Step[]): readonly wire.Step[] =>
  steps.slice(history[turn - 1]?.end ?? 0, history[turn]?.end);

/** The last of the turns in which one of these seats took a step; −1: there is none. */
export function lastOwnTurn(history: readonly wire.Turn[], steps: readonly wire.Step[], mine: readonly string[]): number {
  return history.findLastIndex((_, turn) => stepsOf(turn, history, steps).some(({ actor }) => mine.includes(actor)));
}

export interface EarlierTurn {
  readonly steps: readonly wire.Step[];
  readonly before: wire.Scene;
  readonly scene: wire.Scene;
}

/** The turns up to the position now, from one's own last one on, but at most so many; none if a position
 *  does not arrive. */
export async function earlierTurns(session: Session, mine: readonly string[], most: number): Promise<EarlierTurn[]> {
  const { history, steps, view } = session;
  const total = history.length;
  if (!view || total === 0) return [];
  const first = Math.max(lastOwnTurn(history, steps, mine), total - most, 0);
  const asked = history.slice(first).map((_, i) => session.ask({ type: "look-back", turns: first + i }));
  const answers = await Promise.all(asked);
  const scenes = answers.flatMap((answer) => (answer.type === "position" ? [answer.scene] : []));
  if (scenes.length < total - first || session.view?.version !== view.version) return [];
  return history.slice(first).flatMap((_, i): EarlierTurn[] => {
    const [before, scene] = [scenes[i], scenes[i + 1] ?? view.scene];
    return before ? [{ steps: stepsOf(first + i, history, steps), before, scene }] : [];
  });
}
