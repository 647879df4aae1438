// The steps of a game, assembled from the parts that views send.

import type { Step, View } from "../wire";

/** All steps after a view: those we keep, some of them updated, and the added ones. */
export function stepsAfter(
  steps: readonly Step[],
  view: Pick<View, "steps_from" | "steps" | "step_updates">,
): readonly Step[] {
  const kept = steps.slice(0, view.steps_from);
  for (const { at, step } of view.step_updates ?? []) kept[at] = step;
  return [...kept, ...view.steps];
}

/** The new steps in a view that keeps `from` of the known ones; none if it does not continue them.
 *  The server may repeat the last turn with details that have become hidden since. */
export function newSteps(
  known: readonly Step[],
  from: number,
  sent: readonly Step[],
): readonly Step[] {
  const repeated = known.slice(from);
  const continues = from <= known.length && repeated.every((step, i) => {
    const other = sent[i];
    return other?.actor === step.actor && (other.token === step.token || other.token === "?");
  });
  return continues ? sent.slice(repeated.length) : [];
}
