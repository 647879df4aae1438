// What the first page is sure to ask for first, asked before the page is made: the line to a table, or
// the first picture of the home page. The first module that main.ts imports.

import { GAMES } from "../games/faces";
import { api } from "./api";
import { namesTable, routeOf } from "./route";

const route = routeOf(location.hash);
let early = route.page === "table" && namesTable(route.table) ? open() : null;
if (route.page === "home" && GAMES[0]) api.pictures(GAMES[0]).catch(() => null);

/** A new line to the server, or the one that was opened early and that nobody has yet. */
export function line(): WebSocket {
  const socket = early ?? open();
  early = null;
  return socket;
}

function open(): WebSocket {
  return new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
}
