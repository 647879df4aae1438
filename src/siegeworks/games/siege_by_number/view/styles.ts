// Other styles for board and pieces: an old map, and banners.

import type { Style } from "game-api/drawings";
import Banner from "./Banner.svelte";
import OldMap from "./OldMap.svelte";

export const board: readonly Style[] = [{ name: "map", title: "Old map", Ground: OldMap }];
export const pieces: readonly Style[] = [{ name: "banners", title: "Banners", Piece: Banner }];
