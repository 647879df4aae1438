// The course of a game: its lessons, how many of them are done, and which comes next.

import { api } from "../net/api";
import type * as wire from "../wire";
import { learned } from "./learned.svelte";

export class Course {
  lessons = $state.raw<readonly wire.LessonInfo[]>([]);

  readonly done = $derived.by(() => this.lessons.filter(({ name }) => learned.has(this.game, name)).length);
  /** The number of the next lesson, from 1; of a finished course the first. */
  readonly number = $derived.by(() => Math.max(0, this.lessons.findIndex(({ name }) => !learned.has(this.game, name))) + 1);
  readonly next = $derived.by(() => this.lessons[this.number - 1] ?? null);

  constructor(readonly game: string) {}

  async load(): Promise<this> {
    this.lessons = (await api.lessons(this.game)).lessons;
    return this;
  }
}
