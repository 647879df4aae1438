// Requests that the first page is sure to make, sent before the page is rendered: the connection to a
// table, or the home page and its first picture. main.ts imports this module first.

import { FIRST_GAME } from "./games/registry";
import { api } from "./net/api";
import { isTableId, routeOf } from "./net/route";
import { connectEarly } from "./net/socket";

const route = routeOf(location.hash);
if (route.page === "table" && isTableId(route.table)) connectEarly(route.table);
if (route.page === "home") {
  void import("./pages/Home.svelte").catch(() => null);
  api.pictures(FIRST_GAME).catch(() => null);
}
