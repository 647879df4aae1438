// The steps of a table, put together from what its views send of them.

import type { Step, View } from "../wire";

/** All steps, after a view: those kept, some of them as its seat sees them, and the new ones. */
export function stepsAfter(
  steps: readonly Step[],
  view: Pick<View, "steps_from" | "steps" | "step_updates">,
): readonly Step[] {
  const kept = steps.slice(0, view.steps_from);
  for (const { at, step } of view.step_updates ?? []) kept[at] = step;
  return [...kept, ...view.steps];
}

/** The steps that are new in a view which keeps `from` of the known ones; none where it does not go on
 *  from them. The server may send the last turn again, with what was turned down since hidden. */
export function newSteps(
  known: readonly Step[],
  from: number,
  sent: readonly Step[],
): readonly Step[] {
  const again = known.slice(from);
  const goesOn = from <= known.length && again.every((step, i) => {
    const other = sent[i];
    return other?.actor === step.actor && (other.token === step.token || other.token === "?");
  });
  return goesOn ? sent.slice(again.length) : [];
}
