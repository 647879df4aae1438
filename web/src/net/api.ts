// What the page asks over HTTP. Every refusal comes as a sentence for people.

import { text } from "../text";
import type * as wire from "../wire";

export class Refused extends Error {}

async function answered(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused(text.line.unreachable);
  }
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => null)) as wire.ErrorBody | null;
  throw new Refused(refusal?.sentence ?? text.line.strange(response.status));
}

async function get<T>(path: string): Promise<T> {
  return (await (await answered(path)).json()) as T;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await answered(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

const known = new Map<string, Promise<unknown>>();

/** What does not change while the page is open: asked once, and again where that failed. */
function once<T>(path: string): Promise<T> {
  const asked = known.get(path) ?? get<T>(path);
  known.set(path, asked);
  asked.catch(() => known.delete(path));
  return asked as Promise<T>;
}

export const api = {
  /** All games and bot levels. */
  games: (): Promise<wire.Games> => once("/api/games"),
  shape(game: string, options: Record<string, string>): Promise<wire.GameDetails> {
    return get(`/api/games/${game}?${new URLSearchParams(options).toString()}`);
  },
  rules: (game: string): Promise<wire.RulesText> => get(`/api/games/${game}/rules`),
  lobby: (): Promise<wire.Lobby> => get("/api/lobby"),
  open: (table: wire.NewTable): Promise<wire.TableOpened> => post("/api/tables", table),
  invitation: (code: string): Promise<wire.InvitationInfo> => post("/api/invitation", { code }),
  sit: (seat: wire.TakeSeat): Promise<wire.SeatTaken> => post("/api/seats", seat),
  renew: (seats: wire.RenewSeats): Promise<wire.SeatTaken> => post("/api/seats/renew", seats),
  replay: (ask: wire.ReplayRequest): Promise<wire.Replay> => post("/api/replay", ask),
  async record(table: string): Promise<string> {
    return (await answered(`/api/tables/${table}/record`)).text();
  },
  pictures: (game: string): Promise<Pictures> => once(`/pictures/${game}.json`),
};

/** Positions drawn on the home and rules pages: made by tests/web/pictures.py. */
export interface Pictures {
  readonly board: wire.Board;
  readonly pictures: readonly Picture[];
}

export interface Picture {
  readonly name: string; // its caption is in text.ts
  readonly after: string; // the paragraph of the rules that it belongs to, or "home"
  readonly actor: string; // of the step that led here
  readonly token: string;
  readonly seat: string | null; // whose view it is
  readonly scene: wire.Scene;
  readonly last: readonly string[];
}
