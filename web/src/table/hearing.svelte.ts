// A table as it is heard: each turn that is shown, refusals, and people who come; loaded when sounds are on.

import { untrack } from "svelte";
import type { GameView } from "../game-api/view";
import type { MoveInput } from "../moves/move-input.svelte";
import { preferences } from "../net/preferences.svelte";
import type { Session } from "../net/session.svelte";
import type { Display } from "./display.svelte";
import { play, soundsOf } from "./sounds";

interface Heard {
  readonly session: Session;
  readonly shown: Display;
  readonly input: MoveInput;
  readonly gameView: GameView;
  readonly mine: readonly string[];
}

/** Play what happens at a table from now on, until the returned function is called. */
export function hear(table: Heard): () => void {
  const { session, shown, input } = table;
  return $effect.root(() => {
    onChange(() => shown.playback.shown, (now) => {
      if (!now) return [];
      return soundsOf({
        gameView: table.gameView, steps: now.newSteps, before: shown.full(now.before?.scene), now: shown.full(now.view.scene),
        mine: table.mine, toAct: now.view.to_act ?? null, result: now.view.result ?? "*",
      });
    });
    onChange(() => input.message, (message) => (message ? ["refused"] : []));
    onChange(() => peopleAt(session), (people, before) => (before > 0 && people > before ? ["joined"] : []));
  });
}

/** How many people are at the seats; 0: unknown. */
const peopleAt = ({ presence }: Session): number => presence?.seats.filter(({ connected, who }) => connected && who !== "bot").length ?? 0;

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
