// Keys anywhere at the table: through the turns, to the legend and to the field for typed moves. All others
// are the move's.

import { tick } from "svelte";
import { preferences, savePreferences } from "../net/preferences.svelte";
import type { MoveInput } from "./move-input.svelte";
import type { Display } from "./display.svelte";

const TURNS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A key that no control has used. */
export function onTableKey(event: KeyboardEvent, shown: Display, input: MoveInput, onlegend: () => void): void {
  const { key, target } = event;
  const isIn = (where: string): boolean => target instanceof Element && target.closest(where) !== null;
  const isElsewhere = isIn("input, select, textarea, [role=grid], [role=dialog], dialog");
  const by = TURNS[key];
  if (by && !isElsewhere && !event.defaultPrevented && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    return shown.move(by);
  }
  if (key === "?" && !isIn("input, textarea, dialog")) return onlegend();
  if (key === "/" && !isElsewhere) {
    event.preventDefault();
    return void openTyping();
  }
  if (key === "Escape" && document.querySelector(":popover-open")) return; // it closes
  shown.skip();
  if (shown.lookBack.at === null) input.onKeydown(event);
  else if (key === "Escape") shown.lookBack.back();
}

/** Open the field for typed moves, and go there. */
async function openTyping(): Promise<void> {
  preferences.typing = true;
  savePreferences();
  await tick();
  document.getElementById("token")?.focus();
}
