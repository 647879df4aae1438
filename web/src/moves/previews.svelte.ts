// What one's moves would do: asked of the server as soon as it is one's turn, once for each position.

import type { Session } from "../net/session.svelte";
import { type EffectsByToken, effectsByToken, NO_EFFECTS } from "./move-selection.svelte";

const KEPT = 4; // positions: the coach looks back at the last one

export class Previews {
  private answers = $state.raw<ReadonlyMap<number, EffectsByToken>>(new Map()); // by version
  private wanted: { readonly version: number; readonly seat: string } | null = null;
  private isAsking = false;

  constructor(private readonly session: Session) {}

  /** What the moves of the position with this version would do; nothing until the server has said it. */
  at(version: number): EffectsByToken {
    return this.answers.get(version) ?? NO_EFFECTS;
  }

  /** A seat is to act; one question at a time is on its way. */
  async follow(version: number, seat: string): Promise<void> {
    this.wanted = { version, seat };
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.wanted) {
      const asked = this.wanted;
      this.wanted = null;
      const answer = await this.session.ask({ type: "preview", ...asked });
      if (answer.type !== "previewed") continue;
      this.answers = new Map([...this.answers, [answer.version, effectsByToken(answer.effects)] as const].slice(-KEPT));
    }
    this.isAsking = false;
  }
}
