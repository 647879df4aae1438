// A table to share: the positions that its look-back gives this client.

import { fullScene } from "../game-api/scene";
import { viewOf } from "../games/registry";
import { api } from "../net/api";
import type { Session } from "../net/session.svelte";
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
  const last = history.length;
  const stepsOfTurn = (turn: number): readonly wire.Step[] => steps.slice(history[turn - 1]?.end ?? 0, history[turn]?.end);
  const known = new Map<number, Pick<wire.EarlierPosition, "scene" | "steps">>(
    view ? [[last, { scene: view.scene, steps: [...stepsOfTurn(last - 1)] }]] : [],
  );
  let next = 0; // when the next request may be sent

  async function after(turns: number): Promise<Pick<wire.EarlierPosition, "scene" | "steps">> {
    const found = known.get(turns);
    if (found) return found;
    const wait = next - performance.now();
    next = Math.max(next, performance.now()) + INTERVAL;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await session.ask({ type: "look-back", turns });
    if ((session.view?.seat ?? null) !== seat) throw new Error(words.unseen);
    if (answer.type !== "position") throw new Error(answer.type === "refused" ? answer.sentence : words.undone);
    known.set(turns, answer);
    return answer;
  }

  async function position(turns: number): Promise<SharedPosition> {
    const isUndone = history.slice(0, turns).some((turn, i) => session.history[i]?.end !== turn.end);
    if (isUndone) throw new Error(words.undone);
    const { scene, steps: made } = await after(turns);
    const before = turns > 0 ? fullScene(welcome.board, (await after(turns - 1)).scene) : null;
    const isLast = turns === history.length;
    const turn = history[turns - 1];
    return {
      label: text.history.position(turns, history.length),
      name: `${welcome.game}-${turns}`,
      sentence: turn?.sentence ?? "",
      scene: fullScene(welcome.board, scene),
      before,
      steps: made,
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
