// Where the focus goes when the button that had it is gone.

import { tick } from "svelte";

/** Do this. If the button that had the focus is gone then, or another is in its place, the one at its place in its group gets
 *  it, or else the page: who has no mouse would have to begin again at the top. */
export async function keepingFocus(work: () => Promise<void>, group = "section"): Promise<void> {
  const had = document.activeElement;
  const place = had?.closest(group) ?? null;
  const at = buttonsIn(place).findIndex((button) => button === had);
  await work();
  await tick();
  if (!hasNoFocus()) return;
  const now = buttonsIn(place);
  const next = now[at] ?? now.at(-1) ?? document.getElementById("main");
  next?.focus({ preventScroll: true });
}

const buttonsIn = (place: Element | null): HTMLElement[] => (place?.isConnected ? [...place.querySelectorAll<HTMLElement>("button:enabled")] : []);

/** Whether nothing has the focus, as what had it is gone. */
export const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;
