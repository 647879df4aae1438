// A table to share: the positions that its look-back gives this client.

import { viewOf } from "../games/views";
import { api } from "../net/api";
import type { Session } from "../net/session.svelte";
import { fullScene } from "../scene/scene";
import { text } from "../text";
import type * as wire from "../wire";
import type { SharedPlayer, SharedPosition, ShareSource } from "./source";
import { words } from "./words";

// Milliseconds between requests: the server closes a connection that sends too many messages, and moves,
// too, are messages.
const INTERVAL = 120;

/** What can be shared of a table; `at`: how many turns led to the position that is shown. */
export function tableSource(session: Session, welcome: wire.Welcome, turns: number, at: number | null): ShareSource {
  const { history, steps, view } = session;
  const seat = view?.seat ?? null;
  const isOver = (view?.result ?? "*") !== "*";
  const scenes = new Map<number, wire.Scene>(view ? [[history.length, view.scene]] : []);
  let next = 0; // when the next request may be sent

  async function sceneAfter(turns: number): Promise<wire.Scene> {
    const known = scenes.get(turns);
    if (known) return known;
    const wait = next - performance.now();
    next = Math.max(next, performance.now()) + INTERVAL;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await session.ask({ type: "look-back", turns });
    if ((session.view?.seat ?? null) !== seat) throw new Error(words.unseen);
    if (answer.type !== "position") throw new Error(answer.type === "refused" ? answer.sentence : words.undone);
    scenes.set(turns, answer.scene);
    return answer.scene;
  }

  async function position(turns: number): Promise<SharedPosition> {
    const isUndone = history.slice(0, turns).some((turn, i) => session.history[i]?.end !== turn.end);
    if (isUndone) throw new Error(words.undone);
    const scene = fullScene(welcome.board, await sceneAfter(turns));
    const before = turns > 0 ? fullScene(welcome.board, await sceneAfter(turns - 1)) : null;
    const isLast = turns === history.length;
    const turn = history[turns - 1];
    return {
      label: text.history.position(turns, history.length),
      name: `${welcome.game}-${turns}`,
      sentence: turn?.sentence ?? "",
      scene,
      before,
      steps: turn ? steps.slice(history[turns - 2]?.end ?? 0, turn.end) : [],
      result: isLast ? (view?.result ?? "*") : "*",
      ending: isLast ? (view?.ending ?? "") : "",
    };
  }

  return {
    game: welcome.game,
    title: viewOf(welcome.game).words.title,
    players: welcome.seats.map((one) => playerOf(one, session.presence?.seats ?? [])),
    turns,
    isOver,
    audience: welcome.secrets && !isOver ? (seat ?? "") : null,
    link: `${location.origin}/#/${isOver ? "replay" : "table"}/${welcome.table}${isOver && at !== null ? `/${at}` : ""}`,
    history,
    shown: () => position(at ?? history.length),
    position,
    record: isOver ? () => api.record(welcome.table) : null,
  };
}

function playerOf(seat: string, infos: readonly wire.SeatInfo[]): SharedPlayer {
  const info = infos.find((one) => one.seat === seat);
  if (info?.who === "bot") return { seat, name: text.players.bot(info.level ?? 0, info.name ?? "") };
  return { seat, name: info?.who === "person" ? (info.name ?? "") || text.players.guest : "" };
}
