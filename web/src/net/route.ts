// The route: which page is shown. It is the part of the address after #, which browsers never send to
// a server, so an invitation code in it stays secret.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "lobby" }
  | { readonly page: "new"; readonly game: string; readonly step: number | null } // step: of a record to continue
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "join"; readonly code: string }
  | { readonly page: "replay"; readonly table: string | null }
  | { readonly page: "rules"; readonly game: string };

/** Whether this can be the id of a table. */
export const isTableId = (id: string): boolean => /^[\w-]{16}$/.test(id);

/** The route of an address; home if it names no page. */
export function routeOf(hash: string): Route {
  const [page, name = "", step] = hash.replace(/^#\/?/, "").split("/").map(decode);
  if (page === "lobby") return { page };
  if (page === "replay") return { page, table: name || null };
  if (page === "join" && name) return { page, code: name };
  if (page === "table" && name) return { page, table: name };
  if (page === "new" && name) return { page, game: name, step: step ? Number(step) : null };
  if (page === "rules" && name) return { page, game: name };
  return { page: "home" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a lone % is not an escape
  }
}
