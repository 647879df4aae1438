// Which games this browser's user has met: to others an introduction is offered at the first table.

import { myTables } from "./my-tables.svelte";
import { readStored, writeStored } from "./storage";

const KEY = "siegeworks.met";

class Met {
  private games = $state.raw<Readonly<Record<string, boolean>>>(readStored(KEY, {}));

  /** Is this the first table of the game, and the introduction not answered yet? */
  isNew(game: string): boolean {
    return !this.games[game] && Object.values(myTables.all).filter((one) => one.game === game).length < 2;
  }

  add(game: string): void {
    this.games = { ...this.games, [game]: true };
    writeStored(KEY, this.games);
  }
}

export const met = new Met();
