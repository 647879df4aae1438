// The steps of a table, put together from what its views send of them.

import type { Step, View } from "../wire";

/** All steps, after a view: those kept, some of them as its seat sees them, and the new ones. */
export function stepsAfter(
  steps: readonly Step[],
  view: Pick<View, "steps_from" | "steps" | "retold">,
): readonly Step[] {
  const kept = steps.slice(0, view.steps_from);
  for (const { at, step } of view.retold ?? []) kept[at] = step;
  return [...kept, ...view.steps];
}
