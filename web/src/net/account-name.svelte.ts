// Who is signed in here, as far as this browser remembers. The server alone knows for certain.

import { readStored } from "./storage";

export const ACCOUNT_KEY = "siegeworks.account";

export const signedIn = $state({ name: readStored(ACCOUNT_KEY, { name: "" }).name }); // of the account; empty: none

export const accountName = (): string => signedIn.name;
