// A table as it is heard: each turn that is shown, refusals, and people who come; loaded when sounds are on.

import { untrack } from "svelte";
import { preferences } from "../net/preferences.svelte";
import { play, soundsOf } from "./sounds";
import type { TableState } from "./table-state.svelte";

/** Play what happens at a table from now on, until the returned function is called. */
export function hear(table: TableState): () => void {
  return $effect.root(() => {
    onChange(() => table.playback.shown, (now) => {
      if (!now) return [];
      const sounds = soundsOf({
        gameView: table.gameView, steps: now.newSteps, before: table.full(now.before?.scene), now: table.full(now.view.scene),
        mine: table.welcome.yours, toAct: now.view.to_act ?? null, result: now.view.result ?? "*",
      });
      return document.hidden ? sounds.filter((sound) => sound !== "turn") : sounds; // notifications/notifying.svelte.ts plays it at once
    });
    onChange(() => table.input.message, (message) => (message ? ["refused"] : []));
    onChange(() => table.clock.told, (limit, before) => (limit !== null && limit !== before ? ["lowTime"] : []));
    onChange(() => peopleAt(table), (people, before) => (before > 0 && people > before ? ["joined"] : []));
  });
}

/** How many people are at the seats; 0: unknown. */
const peopleAt = ({ seatInfos }: TableState): number => seatInfos.filter(({ connected, who }) => connected && who !== "bot").length;

/** Play the sounds of each change of a value. */
function onChange<Value>(read: () => Value, sounds: (now: Value, before: Value) => ReturnType<typeof soundsOf>): void {
  let before = untrack(read);
  $effect(() => {
    const now = read();
    untrack(() => {
      if (now !== before) play(sounds(now, before), preferences.volume);
      before = now;
    });
  });
}
