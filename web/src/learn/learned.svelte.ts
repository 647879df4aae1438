// Which lessons this browser's user has finished.

import { readStored, writeStored } from "../net/storage";

const KEY = "siegeworks.lessons";

class Learned {
  private lessons = $state.raw<Readonly<Record<string, readonly string[]>>>(readStored(KEY, {}));

  has(game: string, lesson: string): boolean {
    return this.lessons[game]?.includes(lesson) ?? false;
  }

  add(game: string, lesson: string): void {
    if (this.has(game, lesson)) return;
    this.lessons = { ...this.lessons, [game]: [...(this.lessons[game] ?? []), lesson] };
    writeStored(KEY, this.lessons);
  }
}

export const learned = new Learned();
