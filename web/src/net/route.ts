// Which page is shown: the part of the address after #. It never reaches a server, so that a code in
// it is told to nobody.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "lobby" }
  | { readonly page: "new"; readonly game: string; readonly step: number | null } // of a record
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "join"; readonly code: string }
  | { readonly page: "replay"; readonly table: string | null }
  | { readonly page: "rules"; readonly game: string };

/** Can there be a table of this name? */
export const namesTable = (table: string): boolean => /^[\w-]{16}$/.test(table);

/** The page that this address names; home, where it names none. */
export function routeOf(hash: string): Route {
  const [page, name = "", step] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  if (page === "lobby") return { page };
  if (page === "replay") return { page, table: name || null };
  if (page === "join" && name) return { page, code: name };
  if (page === "table" && name) return { page, table: name };
  if (page === "new" && name) return { page, game: name, step: step ? Number(step) : null };
  if (page === "rules" && name) return { page, game: name };
  return { page: "home" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a lone % is no code of a letter
  }
}
