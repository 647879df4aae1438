// Where the focus goes when the button that had it is gone.

import { tick } from "svelte";

/** Do this. If the button that had the focus is gone then, or another is in its place, the first one of its group gets it:
 *  who has no mouse would have to begin again at the top of the page. */
export async function keepingFocus(work: () => Promise<void>, group = "section"): Promise<void> {
  const place = document.activeElement?.closest(group);
  await work();
  await tick();
  if (hasNoFocus() && place?.isConnected) place.querySelector<HTMLElement>("button:enabled, a")?.focus({ preventScroll: true });
}

/** Whether nothing has the focus, as what had it is gone. */
export const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;
