// Which lessons this browser's user has finished.

import { readStored, writeStored } from "../net/storage";

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

  add(game: string, lesson: string): void {
    if (this.has(game, lesson)) return;
    const { [game]: before = [], ...others } = this.lessons;
    this.lessons = { ...others, [game]: [...before, lesson] };
    writeStored(KEY, this.lessons);
  }
}

export const learned = new Learned();
