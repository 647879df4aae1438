// What the server says of accounts, and does for them.

import { get, post } from "../net/api";
import type * as wire from "../wire";

/** Does what was asked for, and says on the page why it failed. */
export type Act = (what: () => Promise<void>) => Promise<void>;

const person = (name: string): string => `/api/people/${encodeURIComponent(name)}`;

export const accountApi = {
  account: (): Promise<wire.SignedIn> => get("/api/account"),
  signUpOptions: (name: string): Promise<wire.PasskeyOptions> => post("/api/account/sign-up/options", { name }),
  signUp: (account: wire.SignUp): Promise<wire.SignedUp> => post("/api/account/sign-up", account),
  signInOptions: (): Promise<wire.PasskeyOptions> => post("/api/account/sign-in/options", {}),
  signIn: (signed: wire.SignIn): Promise<wire.SignedIn> => post("/api/account/sign-in", signed),
  recover: (code: wire.SignInByCode): Promise<wire.SignedIn> => post("/api/account/recover", code),
  /** Somebody's finished games; pages are counted from 0. */
  games: (name: string, page: number): Promise<wire.PlayedGames> => get(`${person(name)}/games?page=${page}`),
  signOut: (): Promise<wire.SignedIn> => post("/api/account/sign-out", {}),
  access: (): Promise<wire.Access> => get("/api/account/access"),
  passkeyOptions: (): Promise<wire.PasskeyOptions> => post("/api/account/passkeys/options", {}),
  addPasskey: (passkey: wire.NewPasskey): Promise<wire.SignedIn> => post("/api/account/passkeys", passkey),
  removePasskey: (id: string): Promise<wire.Access> => post("/api/account/passkeys/remove", { id }),
  /** Sign a browser out, or all but this one. */
  endSession: (id: string | null): Promise<wire.Access> => post("/api/account/sessions/end", { id }),
  newCodes: (): Promise<wire.SignedUp> => post("/api/account/codes", {}),
  newLink: (): Promise<wire.SignInLink> => post("/api/account/links", {}),
  lookAtLink: (code: string): Promise<wire.LinkInfo> => post("/api/account/links/look", { code }),
  useLink: (code: string): Promise<wire.SignedIn> => post("/api/account/links/use", { code }),
  delete: (name: string): Promise<wire.SignedIn> => post("/api/account/delete", { name }),
  claim: (tables: wire.MyTables): Promise<wire.AccountTables> => post("/api/account/tables", tables),
  tables: (): Promise<wire.AccountTables> => get("/api/account/tables"),
  keys: (table: string): Promise<wire.SeatTaken> => post(`/api/account/tables/${table}/key`, {}),
  progress: (): Promise<wire.Progress> => get("/api/account/progress"),
  saveProgress: (progress: wire.SaveProgress): Promise<wire.Progress> => post("/api/account/progress", progress),
  tokens: (): Promise<wire.Tokens> => get("/api/account/tokens"),
  newToken: (token: wire.NewToken): Promise<wire.TokenMade> => post("/api/account/tokens", token),
  endToken: (id: string): Promise<wire.Tokens> => post("/api/account/tokens/end", { id }),
  people: (): Promise<wire.People> => get("/api/account/people"),
  person: (name: string): Promise<wire.Profile> => get(person(name)),
  relate: (name: string, kind: wire.Relate["kind"]): Promise<wire.Profile> => post(`${person(name)}/relation`, { kind }),
};
