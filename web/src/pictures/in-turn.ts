// Pictures are drawn one after another, each when the one before is on the screen: the page can be read and
// used meanwhile.

import { afterPaint } from "../ui/after-paint";

let last = Promise.resolve();

/** Wait until what was asked for before is painted. */
export function inTurn(): Promise<void> {
  last = last.then(() => new Promise((painted) => void afterPaint(painted)));
  return last;
}
