// A recorded game to share: everything is known.

import { viewOf } from "../games/registry";
import type { SharedPlayer, SharedPosition, ShareSource } from "../share/source";
import { text } from "../text";
import type { RecordedGame } from "./recorded-game.svelte";
import { replayWords } from "./words";

/** What can be shared of a recorded game; `table`: where it was played, if it was played here; `step`: how many
 *  steps led to the position that is shown. */
export function recordSource(game: RecordedGame, table: string | null, turns: number, step: number): ShareSource {
  const { replay } = game;

  async function positionAfter(steps: number): Promise<SharedPosition> {
    await game.load(steps);
    const scene = game.scene(steps);
    if (!scene) throw new Error(text.connection.unreachable);
    const turn = game.turnOf(steps);
    const isWhole = steps === game.endOf(turn);
    return {
      label: isWhole ? text.history.position(turn, replay.history.length) : replayWords.stepOf(steps, replay.steps.length),
      name: `${replay.game}-${isWhole ? turn : `step-${steps}`}`,
      sentence: isWhole ? (replay.history[turn - 1]?.sentence ?? "") : "",
      scene,
      before: steps > 0 ? game.scene(game.startOf(turn)) : null,
      steps: game.stepsOfTurn(steps),
      result: steps === replay.steps.length ? replay.result : "*",
      ending: steps === replay.steps.length ? replay.ending : "",
    };
  }

  const turn = game.turnOf(step);
  return {
    game: replay.game,
    title: viewOf(replay.game).words.title,
    players: playersOf(replay.seats, replay.notes["players"] ?? ""),
    turns,
    isOver: true,
    audience: null,
    link: table === null ? null : `${location.origin}/#/replay/${table}${turn > 0 ? `/${turn}` : ""}`,
    history: replay.history,
    shown: () => positionAfter(step),
    position: (turns) => positionAfter(game.endOf(turns)),
    record: () => Promise.resolve(game.record),
  };
}

/** The players of a record, from its notes: `suns=level:3 moons=Ann`. */
export function playersOf(seats: readonly string[], noted: string): SharedPlayer[] {
  const names = new Map(noted.split(/ (?=\w+=)/).map((note) => [note.split("=")[0] ?? "", note.replace(/^\w+=/, "")] as const));
  return seats.map((seat) => {
    const name = names.get(seat) ?? "";
    return { seat, name: /^level:\d$/.test(name) ? text.players.level(name.slice(-1)) : name };
  });
}
