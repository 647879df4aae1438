// What waits for the answer of one's account: told at once while the page is seen, and asked for now and then while it
// is hidden, so that no tab keeps a connection that nobody looks at.

import { notifyOf } from "./notifying";
import { challengesApi } from "./api";
import type * as wire from "../wire";

const HIDDEN_INTERVAL = 20_000; // milliseconds
const AGAIN_AFTER = 30_000; // milliseconds, if the server refuses the stream

class NoticesState {
  private challenges = $state.raw<readonly wire.ChallengeInfo[]>([]);
  private seen = $state.raw<readonly string[]>([]); // declined challenges that were seen
  games = $state.raw<readonly wire.WaitingGame[]>([]);
  /** A game that has just begun because somebody accepted my challenge. */
  begun = $state.raw<wire.WaitingGame | null>(null);
  readonly shown = $derived(this.challenges.filter(({ id }) => !this.seen.includes(id)));
  private known: ReadonlySet<string> | null = null; // null: nothing was heard yet

  show({ challenges = [], games = [] }: wire.Notices): void {
    const coming = challenges.filter(({ is_mine = false }) => !is_mine);
    const ids = [...coming.map(({ id }) => id), ...games.map(({ table }) => table)];
    const isNew = this.known !== null && ids.some((id) => !this.known?.has(id));
    if (this.known) this.begun = games.find((game) => !this.known?.has(game.table) && this.isAnswered(game)) ?? null;
    this.known = new Set(ids);
    this.challenges = challenges;
    this.games = games;
    if (isNew) notifyOf(coming.at(0) ?? games.at(0) ?? null);
  }

  /** Has somebody accepted my challenge with this game? */
  private isAnswered({ game, players }: wire.WaitingGame): boolean {
    return this.challenges.some((challenge) => challenge.is_mine && !challenge.declined && challenge.game === game && players.includes(challenge.challenged));
  }

  /** It was seen that a challenge was declined. */
  close(id: string): void {
    this.seen = [...this.seen, id];
  }

  /** Listen until the returned function is called. */
  listen(): () => void {
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    const ask = (): void => void challengesApi.notices().then((notices) => this.show(notices), () => undefined);
    const open = (): void => {
      close();
      if (document.hidden) {
        timer = setInterval(ask, HIDDEN_INTERVAL);
        return;
      }
      stream = new EventSource("/api/account/notices/events");
      stream.addEventListener("notices", ({ data }) => this.show(JSON.parse(data as string) as wire.Notices));
      stream.addEventListener("error", ({ target }) => {
        if ((target as EventSource).readyState !== EventSource.CLOSED || target !== stream) return;
        timer = setInterval(open, AGAIN_AFTER);
      });
    };
    const close = (): void => {
      stream?.close();
      stream = null;
      clearInterval(timer);
    };
    open();
    document.addEventListener("visibilitychange", open);
    return () => {
      close();
      document.removeEventListener("visibilitychange", open);
      this.known = null;
      this.challenges = [];
      this.games = [];
    };
  }
}

export const notices = new NoticesState();
