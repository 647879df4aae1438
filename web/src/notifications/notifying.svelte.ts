// Notifies a player whose turn has begun while the page is hidden: by a sound and a notification, as chosen in the settings. The title of
// the tab says it too (pages/Table.svelte).

import { untrack } from "svelte";
import { serverText } from "../game-api/wording";
import { preferences } from "../net/preferences.svelte";
import type { Session } from "../net/session.svelte";
import { play } from "../table/sounds";
import { notify, silence } from "./notify";
import { words } from "./words";

/** Notify the player of a table, which has its welcome, from now on, until the returned function is called. */
export function notifyTurns(session: Session): () => void {
  const { title = "", table = "" } = session.welcome ?? {};
  let shown: Notification | null = null;

  function tell(): void {
    if (!document.hidden) return;
    play(["turn"], preferences.volume);
    if (!preferences.notify) return;
    void notify(words.yourTurn, serverText(title), table).then((notification) => {
      if (document.hidden) shown = notification;
      else notification?.close();
    });
  }

  function look(): void {
    if (document.hidden) return;
    shown?.close();
    shown = null;
    void silence(table);
  }

  document.addEventListener("visibilitychange", look);
  const stop = $effect.root(() => {
    let wasMine = untrack(() => isMine(session));
    $effect(() => {
      const mine = isMine(session);
      untrack(() => {
        if (mine && !wasMine) tell();
        wasMine = mine;
      });
    });
  });
  return () => (stop(), document.removeEventListener("visibilitychange", look));
}

const isMine = ({ view, welcome }: Session): boolean =>
  (view?.result ?? "*") === "*" && (welcome?.yours.includes(view?.to_act ?? "") ?? false);
