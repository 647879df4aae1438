// Keys anywhere at a table, and where a game is looked at: through the turns, to the legend and to the field for typed moves.

import { tick } from "svelte";
import { preferences, savePreferences } from "../net/preferences.svelte";
import type { TableState } from "./table-state.svelte";

const isIn = ({ target }: KeyboardEvent, where: string): boolean => target instanceof Element && target.closest(where) !== null;
const ELSEWHERE = "input, select, textarea, [role=grid], [role=dialog], dialog";

/** Go where this key leads, unless it belongs to a control, a dialog or the board's keyboard. Returns whether it led anywhere. */
export function onStepKey(event: KeyboardEvent, leads: Readonly<Record<string, number>>, go: (to: number) => void): boolean {
  const to = leads[event.key];
  if (to === undefined || isIn(event, ELSEWHERE) || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  event.preventDefault();
  go(to);
  return true;
}

/** A key that no control has used. */
export function onTableKey(event: KeyboardEvent, table: TableState): void {
  const { key } = event;
  if (onStepKey(event, { ArrowLeft: -1, ArrowRight: 1 }, (by) => table.move(by))) return;
  if (key === "?" && !isIn(event, "input, textarea, dialog")) return void (table.dialog = "legend");
  if (key === "/" && !isIn(event, ELSEWHERE)) {
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
