// All games: the built-in ones at once, those of installed packages as soon as the server has named them.

import { GAMES, loadView } from "../games/registry";
import { api } from "../net/api";

export class AllGames {
  names = $state.raw(GAMES);

  constructor() {
    void api.games().then(async ({ games }) => {
      const added = games.map(({ name }) => name).filter((name) => !GAMES.includes(name));
      await Promise.all(added.map(loadView));
      this.names = [...GAMES, ...added];
    }, () => undefined); // the built-in games remain
  }
}
