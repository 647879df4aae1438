// Where the reader is: the page that the address names.

import { type Route, routeOf } from "./route";

class Here {
  route = $state.raw<Route>(routeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.route = routeOf(location.hash);
      scrollTo(0, 0);
    });
  }
}

export const here = new Here();

/** Go to a page: `/table/…`. */
export function go(path: string): void {
  location.hash = path;
}
