// What a view adds to the steps that are known.

import type * as wire from "../wire";

/** The steps that are new in a view which keeps `from` of the known ones; none where it does not go on
 *  from them. The server may send the last turn again, with what was turned down since hidden. */
export function newSteps(
  known: readonly wire.Step[],
  from: number,
  sent: readonly wire.Step[],
): readonly wire.Step[] {
  const again = known.slice(from);
  const goesOn = from <= known.length && again.every((step, i) => {
    const other = sent[i];
    return other?.actor === step.actor && (other.token === step.token || other.token === "?");
  });
  return goesOn ? sent.slice(again.length) : [];
}
