// Requests that the first page is sure to make, sent before the page is rendered: the connection to a
// table, or the home page and its first picture. main.ts imports this module first.

import { FIRST_GAME } from "../games/views";
import { api } from "./api";
import { isTableId, routeOf } from "./route";

const route = routeOf(location.hash);
let preloaded = route.page === "table" && isTableId(route.table) ? open() : null;
if (route.page === "home") {
  void import("../pages/Home.svelte").catch(() => null);
  api.pictures(FIRST_GAME).catch(() => null);
}

/** A new connection to the server, or the preloaded one if nobody has taken it yet. */
export function openSocket(): WebSocket {
  const socket = preloaded ?? open();
  preloaded = null;
  return socket;
}

function open(): WebSocket {
  return new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
}
