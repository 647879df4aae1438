// Other styles for board and tiles: a tournament field, and tiles with heraldic pictures.

import type { Style } from "game-api/drawings";
import HeraldicTile from "./HeraldicTile.svelte";
import TournamentField from "./TournamentField.svelte";

export const board: readonly Style[] = [{ name: "tournament", title: "Tournament field", Ground: TournamentField }];
export const pieces: readonly Style[] = [{ name: "heraldic", title: "Heraldic", Piece: HeraldicTile }];
