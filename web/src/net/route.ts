// The route: which page is shown. It is the part of the address after #, which browsers never send to
// a server, so an invitation code in it stays secret.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "lobby" }
  | { readonly page: "maps" }
  | { readonly page: "tournaments" }
  | { readonly page: "offline" } // what works without a connection
  | {
      readonly page: "new";
      readonly game: string;
      readonly step: number | null; // of a record to continue
      readonly map: MapInLink | null;
      readonly others: "bot" | "friend" | "open"; // who plays the other seats, until one chooses
    }
  | { readonly page: "ratings"; readonly game: string; readonly pace: "quick" | "calm" | "days" } // empty: the first game
  | { readonly page: "tournament"; readonly id: string }
  | { readonly page: "account"; readonly code: string } // of a link that signs in; empty: none
  | { readonly page: "people"; readonly name: string; readonly isChallenged: boolean }
  | { readonly page: "notifications"; readonly what: string; readonly receiver: string; readonly code: string } // a link in a mail
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "join"; readonly code: string }
  | { readonly page: "map"; readonly name: string; readonly code: string } // empty: a new one
  | {
      readonly page: "replay";
      readonly table: string | null;
      readonly turns: number | null; // show the position after so many
      readonly chances: boolean; // show the winning chances
    }
  | { readonly page: "learn"; readonly game: string; readonly lesson: string } // empty: all games, all lessons
  | { readonly page: "puzzles"; readonly game: string; readonly puzzle: string } // empty: all games, all puzzles
  | { readonly page: "rules"; readonly game: string; readonly paragraph: string }; // empty: all games, from the beginning

export interface MapInLink {
  readonly name: string;
  readonly code: string; // maps/map-code.ts reads it
  readonly options: Readonly<Record<string, string>>; // of the game, beside the map: `fortresses=placed`
}

export const isTableId = (id: string): boolean => /^[\w-]{16}$/.test(id);

export const tournamentOf = (id: string): string => `#/tournament/${id}`;
export const profileOf = (name: string): string => `#/people/${encodeURIComponent(name)}`;

/** The route of an address; home if it names no page. */
export function routeOf(hash: string): Route {
  const [page, name = "", more, ...map] = hash.replace(/^#\/?/, "").split("/").map(decode);
  if (page === "lobby" || page === "maps" || page === "offline" || page === "tournaments") return { page };
  if (page === "replay") {
    return { page, table: name || null, turns: more && /^\d+$/.test(more) ? Number(more) : null, chances: more === "chances" };
  }
  if (page === "join" && name) return { page, code: name };
  if (page === "table" && name) return { page, table: name };
  if (page === "tournament" && name) return { page, id: name };
  if (page === "ratings") return { page, game: name, pace: more === "calm" || more === "days" ? more : "quick" };
  if (page === "account") return { page, code: name };
  if (page === "people" && name) return { page, name, isChallenged: more === "challenge" };
  if (page === "notifications" && name) return { page, what: name, receiver: more ?? "", code: map[0] ?? "" };
  if (page === "new" && name) {
    if (more === "map") {
      const [called = "", code = "", ...options] = map;
      return { page, game: name, step: null, map: { name: called, code, options: optionsOf(options) }, others: "bot" };
    }
    if (more === "friend" || more === "open") return { page, game: name, step: null, map: null, others: more };
    return { page, game: name, step: more ? Number(more) : null, map: null, others: "bot" };
  }
  if (page === "map") return { page, name, code: more ?? "" };
  if (page === "learn") return { page, game: name, lesson: more ?? "" };
  if (page === "puzzles") return { page, game: name, puzzle: more ?? "" };
  if (page === "rules") return { page, game: name, paragraph: more ?? "" };
  return { page: "home" };
}

function optionsOf(parts: readonly string[]): Record<string, string> {
  return Object.fromEntries(parts.map((part) => [part.split("=")[0] ?? "", part.split("=")[1] ?? ""]));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a lone % is not an escape
  }
}
