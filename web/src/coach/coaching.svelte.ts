// What the coach of a table says now: before a move what matters in it, and after a poor one what was better.

import type { Scene } from "../game-api/scene";
import type { EffectsByToken } from "../moves/move-selection.svelte";
import type { Session } from "../net/session.svelte";
import type * as wire from "../wire";

/** A position in which a move is due. */
export interface Decision {
  readonly scene: Scene;
  readonly steps: readonly wire.Step[];
  readonly effects: () => EffectsByToken; // of its moves, once they are known
}

export class Coaching {
  sentence = $state(""); // what matters now; empty: nothing new
  review = $state.raw<wire.Reviewed | null>(null); // of one's last move, if it was poor
  private readonly decisions = new Map<number, Decision>(); // by the number of steps before
  private last: number | null = null; // the index of one's last step; -1: none
  private isReviewing = false;

  constructor(private readonly session: Session, private readonly seat: string) {}

  /** The table has changed; `scene`: the position, if a move is due. */
  follow(version: number, scene: Scene | null, effects: () => EffectsByToken): void {
    const { steps } = this.session;
    const last = steps.findLastIndex(({ actor }) => actor === this.seat);
    const isNewMove = this.last !== null && last > this.last;
    if (last !== this.last) this.review = null;
    this.last = last;
    if (isNewMove) void this.askReview();
    this.sentence = "";
    if (!scene) return;
    this.decisions.set(steps.length, { scene, steps, effects });
    void this.askSentence(version);
  }

  /** The position in which the reviewed move was made, if this page has seen it. */
  get decision(): Decision | null {
    return (this.review && this.decisions.get(this.review.step)) ?? null;
  }

  private async askSentence(version: number): Promise<void> {
    const answer = await this.session.ask({ type: "coach" });
    if (answer.type === "coached" && answer.version === version && this.session.view?.version === version) {
      this.sentence = answer.sentence;
    }
  }

  // One at a time: a move made meanwhile is reviewed next.
  private async askReview(): Promise<void> {
    if (this.isReviewing) return;
    this.isReviewing = true;
    const asked = this.last;
    const answer = await this.session.ask({ type: "review" });
    this.isReviewing = false;
    if (answer.type === "reviewed" && answer.step === this.last) this.review = answer.better ? answer : null;
    else if (this.last !== null && asked !== null && this.last > asked) void this.askReview();
  }
}
