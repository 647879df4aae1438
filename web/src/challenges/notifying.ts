// Notifies somebody who is challenged, or for whom a game waits, while the page is hidden: by the title of the tab and, as
// chosen in the settings, by a sound and a notification.

import { notify, silence } from "../notifications/notify";
import { serverText } from "../game-api/wording";
import { preferences } from "../net/preferences.svelte";
import { play } from "../table/sounds";
import type * as wire from "../wire";
import { words } from "./words";

let isTold = false; // in the title

/** Notify of this, if the page is hidden. */
export function notifyOf(what: wire.ChallengeInfo | wire.WaitingGame | null): void {
  if (!what || !document.hidden) return;
  if (!isTold) document.title = words.titleHidden + document.title;
  isTold = true;
  play(["turn"], preferences.volume);
  if (preferences.notify) void notify("id" in what ? words.challenged : words.waiting, serverText(what.title), "table" in what ? what.table : "");
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !isTold) return;
  isTold = false;
  if (document.title.startsWith(words.titleHidden)) document.title = document.title.slice(words.titleHidden.length);
  void silence("");
});
