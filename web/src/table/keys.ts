// Keys anywhere at a table, and where a game is looked at: through the turns, to the legend and to the field for typed moves.

import { tick } from "svelte";
import { preferences, savePreferences } from "../net/preferences.svelte";
import type { TableState } from "./table-state.svelte";

/** Go where this key leads, unless it is of a control, a dialog or the board's keyboard. */
export function onStepKey(event: KeyboardEvent, leads: Readonly<Record<string, number>>, go: (to: number) => void): void {
  const to = leads[event.key];
  const isElsewhere = event.target instanceof Element && event.target.closest("input, select, textarea, dialog, [role=grid]");
  if (to === undefined || isElsewhere || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  go(to);
}

const TURNS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A key that no control has used. */
export function onTableKey(event: KeyboardEvent, table: TableState): void {
  const { key, target } = event;
  const isIn = (where: string): boolean => target instanceof Element && target.closest(where) !== null;
  const isElsewhere = isIn("input, select, textarea, [role=grid], [role=dialog], dialog");
  const by = TURNS[key];
  if (by && !isElsewhere && !event.defaultPrevented && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    return table.move(by);
  }
  if (key === "?" && !isIn("input, textarea, dialog")) return void (table.dialog = "legend");
  if (key === "/" && !isElsewhere) {
    event.preventDefault();
    return void openTyping();
  }
  if (key === "Escape" && document.querySelector("[popover=auto]:popover-open")) return; // it closes
  table.skip();
  if (table.lookBack.at === null) table.input.onKeydown(event);
  else if (key === "Escape") table.lookBack.back();
}

/** Open the field for typed moves, and go there. */
async function openTyping(): Promise<void> {
  preferences.typing = true;
  savePreferences();
  await tick();
  document.getElementById("token")?.focus();
}
