// Which lessons this browser's user has finished, and the course of a game: its lessons, and which comes next.

import { api } from "../net/api";
import { readStored, writeStored } from "../net/storage";
import type * as wire from "../wire";

const KEY = "siegeworks.lessons";

class Learned {
  private lessons = $state.raw<Readonly<Record<string, readonly string[]>>>(readStored(KEY, {}));

  has(game: string, lesson: string): boolean {
    return this.lessons[game]?.includes(lesson) ?? false;
  }

  /** The games of which lessons are finished, the latest first. */
  get games(): readonly string[] {
    return Object.keys(this.lessons).reverse();
  }

  /** All of them, for an account; `restore` puts them back. */
  get kept(): Readonly<Record<string, readonly string[]>> {
    return this.lessons;
  }

  restore(lessons: Readonly<Record<string, readonly string[]>>): void {
    this.lessons = lessons;
    writeStored(KEY, lessons);
  }

  add(game: string, lesson: string): void {
    if (this.has(game, lesson)) return;
    const { [game]: before = [], ...others } = this.lessons;
    this.lessons = { ...others, [game]: [...before, lesson] };
    writeStored(KEY, this.lessons);
  }
}

export const learned = new Learned();

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
