// What the server says of accounts, and does for them.

import { get, post } from "../net/api";
import type * as wire from "../wire";

export const accountApi = {
  account: (): Promise<wire.SignedIn> => get("/api/account"),
  signUpOptions: (name: string): Promise<wire.PasskeyOptions> => post("/api/account/sign-up/options", { name }),
  signUp: (account: wire.SignUp): Promise<wire.SignedUp> => post("/api/account/sign-up", account),
  signInOptions: (): Promise<wire.PasskeyOptions> => post("/api/account/sign-in/options", {}),
  signIn: (signed: wire.SignIn): Promise<wire.SignedIn> => post("/api/account/sign-in", signed),
  recover: (code: wire.SignInByCode): Promise<wire.SignedIn> => post("/api/account/recover", code),
  signOut: (): Promise<wire.SignedIn> => post("/api/account/sign-out", {}),
};
