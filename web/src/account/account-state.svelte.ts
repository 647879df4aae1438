// The account of this browser, as far as the page knows it.

import { preferences, savePreferences } from "../net/preferences.svelte";
import type * as wire from "../wire";
import { accountApi } from "./api";
import { makePasskey, signWithPasskey } from "./passkeys";
import { rememberAccount, sync } from "./sync.svelte";
import { words } from "./words";

class AccountState {
  info = $state.raw<wire.AccountInfo | null>(null);
  isKnown = $state(false); // has the server said who one is?
  codes = $state.raw<readonly string[]>([]); // new recovery codes, until they are kept

  async load(): Promise<void> {
    this.enter(await accountApi.account());
  }

  /** Make an account, with a passkey or with recovery codes alone. */
  async signUp(name: string, withPasskey: boolean): Promise<void> {
    const { challenge, options } = await accountApi.signUpOptions(name);
    const credential = withPasskey ? await makePasskey(options) : "";
    if (credential === null) throw new Error(words.canceled);
    this.show(await accountApi.signUp({ name, challenge: credential ? challenge : "", credential }));
  }

  async signIn(): Promise<void> {
    const { challenge, options } = await accountApi.signInOptions();
    const credential = await signWithPasskey(options);
    if (credential === null) throw new Error(words.notSigned);
    this.enter(await accountApi.signIn({ challenge, credential }));
  }

  async recover(name: string, code: string): Promise<void> {
    this.enter(await accountApi.recover({ name, code }));
  }

  async useLink(code: string): Promise<void> {
    this.enter(await accountApi.useLink(code));
  }

  async signOut(): Promise<void> {
    await sync(); // what was done here last
    this.enter(await accountApi.signOut());
  }

  async delete(name: string): Promise<void> {
    this.enter(await accountApi.delete(name));
  }

  async addPasskey(): Promise<void> {
    const { challenge, options } = await accountApi.passkeyOptions();
    const credential = await makePasskey(options);
    if (credential === null) throw new Error(words.canceled);
    this.enter(await accountApi.addPasskey({ challenge, credential }));
  }

  async newCodes(): Promise<void> {
    this.show(await accountApi.newCodes());
  }

  private show({ account, codes }: wire.SignedUp): void {
    this.codes = codes;
    this.enter({ account });
  }

  private enter({ account = null }: wire.SignedIn): void {
    const isNew = account !== null && this.info?.name !== account.name;
    this.info = account;
    this.isKnown = true;
    if (!account) this.codes = [];
    rememberAccount(account?.name ?? "");
    if (account && !preferences.name) {
      preferences.name = account.name;
      savePreferences();
    }
    if (isNew) void sync();
  }
}

export const account = new AccountState();
