// What can be shared: a game at a table, by the positions that its look-back gives this client, or a recorded one, as
// far as this client may know it. Pictures are made of nothing else.

import { fullScene, type Scene } from "../game-api/scene";
import { viewOf } from "../games/registry";
import { api } from "../net/api";
import type { Session } from "../net/session.svelte";
import { text } from "../text";
import type * as wire from "../wire";
import { words } from "./words";

export interface SharedPlayer {
  readonly seat: string;
  readonly name: string;
}

/** A position, and the turn that led to it. */
export interface SharedPosition {
  readonly label: string; // "Position 14 of 32"
  readonly name: string; // of its file: "14"
  readonly sentence: string; // what happened in the turn
  readonly scene: Scene;
  readonly before: Scene | null; // the scene when the turn began
  readonly steps: readonly wire.Step[]; // of the turn
  readonly result: string; // of the game, after its last turn; else "*"
  readonly ending: string;
}

export interface ShareSource {
  readonly game: string;
  readonly title: string;
  readonly players: readonly SharedPlayer[];
  readonly turns: number; // of the board, in quarters
  readonly isOver: boolean;
  readonly audience: string | null; // who may know what the pictures show; null: everybody
  readonly link: string | null; // never with a seat's key or an invitation
  readonly history: readonly wire.Turn[];
  shown(): Promise<SharedPosition>; // the position that is shown now
  /** The position after so many turns.
   *  @throws Error with a sentence, if it cannot be had. */
  position(turns: number): Promise<SharedPosition>;
  readonly record: (() => Promise<string>) | null; // null: not before the end
}

/** What happened in the turn, and how the game ended. */
export function happened({ sentence, ending }: Pick<SharedPosition, "sentence" | "ending">): string {
  return [sentence, sentence.toLowerCase().includes(ending.toLowerCase()) ? "" : ending].filter(Boolean).join(" ");
}

// Milliseconds between requests: the server closes a connection that sends too many messages, moves included.
const INTERVAL = 120;

type Known = Pick<wire.EarlierPosition, "scene" | "steps">;

/** What can be shared of a table; `at`: how many turns led to the position that is shown. */
export function tableSource(session: Session, welcome: wire.Welcome, turns: number, at: number | null): ShareSource {
  const { history, steps, view } = session;
  const seat = view?.seat ?? null;
  const isOver = (view?.result ?? "*") !== "*";
  const last = history.length;
  const known = new Map<number, Known>(view ? [[last, { scene: view.scene, steps: steps.slice(history.at(-2)?.end, history.at(-1)?.end) }]] : []);
  let next = 0; // when the next request may be sent

  async function after(turns: number): Promise<Known> {
    const earlier = known.get(turns);
    if (earlier) return earlier;
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
    const isLast = turns === last;
    const turn = history[turns - 1];
    return {
      label: text.history.position(turns, last),
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
    players: welcome.seats.map((owner) => playerOf(owner, session.presence?.seats ?? [])),
    turns,
    isOver,
    audience: welcome.secrets && !isOver ? (seat ?? "") : null,
    link: `${location.origin}/#/${isOver ? "replay" : "table"}/${welcome.table}${isOver && at !== null ? `/${at}` : ""}`,
    history,
    shown: () => position(at ?? last),
    position,
    record: isOver ? () => api.record(welcome.table) : null,
  };
}

function playerOf(seat: string, infos: readonly wire.SeatInfo[]): SharedPlayer {
  const info = infos.find((seatInfo) => seatInfo.seat === seat);
  if (info?.who === "bot") return { seat, name: text.players.bot(info.level ?? 0, info.name ?? "") };
  return { seat, name: info?.who === "person" ? (info.name ?? "") || text.players.guest : "" };
}
