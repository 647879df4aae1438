// The current route, as a store that follows the address.

import { type Route, routeOf } from "./route";

class CurrentRoute {
  value = $state.raw<Route>(routeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.value = routeOf(location.hash);
      scrollTo(0, 0);
    });
  }
}

export const currentRoute = new CurrentRoute();

/** Go to a page: `/table/…`. */
export function navigate(path: string): void {
  location.hash = path;
}
