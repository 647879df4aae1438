// All game views: those that lie beside the rules of a game, and those of installed packages. Only this file knows
// the games of the page; all else asks it for a view.

import { addSeats } from "../game-api/seats";
import type { GameView } from "../game-api/view";
import { genericView, mergedView, type PackagedView } from "../generic/view";
import { api, type Pictures } from "../net/api";
import { styled } from "./styles.svelte";

const modules = import.meta.glob<GameView>("../../../src/siegeworks/games/*/view/view.ts", { eager: true, import: "view" });
const gameOf = (path: string): string => (path.split("/").at(-3) ?? "").replaceAll("_", "-");
const views = new Map<string, GameView>();
for (const [path, view] of Object.entries(modules)) add(gameOf(path), view);

/** The games whose views are built into the page. */
export const GAMES: readonly string[] = [...views.keys()];

/** The games with a choice of styles, among those whose views are built in or loaded. */
export const gamesWithStyles = (): readonly string[] => [...views].flatMap(([game, { styles }]) => (styles ? game : []));
/** The game that newcomers are offered. */
export const FIRST_GAME = GAMES.find((game) => views.get(game)?.isFirst) ?? "";

/** Whether a game's view is built in or loaded. */
export const hasView = (game: string): boolean => views.has(game);

/** The view of a game; the generic one until the game's own is loaded. */
export const viewOf = (game: string): GameView => views.get(game) ?? genericView(game);

/** The title of a game as the page writes it; of a game whose view is not loaded, as the server does. */
export const titleOf = (game: string, title: string): string => (hasView(game) ? viewOf(game).words.title : title);

/** The pictures of a built-in game; null if it has none. */
export const picturesOf = async (game: string): Promise<Pictures | null> =>
  GAMES.includes(game) ? api.pictures(game).catch(() => null) : null;

/** Load the view of an installed package; a package without one, or with a broken one, gets the generic
 *  view. */
export async function loadView(game: string): Promise<GameView> {
  const known = views.get(game);
  if (known) return known;
  const info = (await api.games()).games.find(({ name }) => name === game);
  if (!info) return genericView(game);
  return add(game, mergedView(info, info.view ? await imported(info.view) : {}));
}

function add(game: string, view: GameView): GameView {
  const added = styled(game, view);
  views.set(game, added);
  addSeats(view.seats, view.words.seats);
  return added;
}

async function imported(address: string): Promise<PackagedView> {
  try {
    return ((await import(/* @vite-ignore */ address)) as { default: PackagedView }).default;
  } catch (error) {
    console.warn(error); // for the author of the package
    return {};
  }
}
