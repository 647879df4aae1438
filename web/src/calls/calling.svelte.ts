// Calls a player whose turn has begun while the page is hidden: by a sound and a notification, as chosen in the settings. The title of
// the tab says it too (pages/Table.svelte).

import { untrack } from "svelte";
import { serverText } from "../game-api/wording";
import { preferences } from "../net/preferences.svelte";
import { play } from "../table/sounds";
import type { TableState } from "../table/table-state.svelte";
import { notify, silence } from "./notify";
import { words } from "./words";

/** Call the player of a table from now on, until the returned function is called. */
export function call(table: TableState): () => void {
  let shown: Notification | null = null;

  function tell(): void {
    if (!document.hidden) return;
    play(["turn"], preferences.volume);
    if (!preferences.notify) return;
    void notify(words.yourTurn, serverText(table.welcome.title), table.welcome.table).then((one) => {
      if (document.hidden) shown = one;
      else one?.close();
    });
  }

  function look(): void {
    if (document.hidden) return;
    shown?.close();
    shown = null;
    void silence(table.welcome.table);
  }

  document.addEventListener("visibilitychange", look);
  const stop = $effect.root(() => {
    let wasMine = untrack(() => isMine(table));
    $effect(() => {
      const mine = isMine(table);
      untrack(() => {
        if (mine && !wasMine) tell();
        wasMine = mine;
      });
    });
  });
  return () => (stop(), document.removeEventListener("visibilitychange", look));
}

const isMine = ({ view, welcome, isOver }: TableState): boolean => !isOver && welcome.yours.includes(view.to_act ?? "");
