// The words of accounts and profiles, loaded with their pages only.

import { counted } from "../game-api/wording";

const DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "long", day: "numeric" };

/** A day: "26 November 2026". */
export const dayOf = (seconds: number): string => new Date(seconds * 1000).toLocaleDateString("en-GB", DAY);

export const words = {
  title: "Your account",
  lead: "You need no account to play. With one, your tables, puzzles, lessons, maps and settings follow you to every device.",
  signedInAs: (name: string) => `You are signed in as ${name}`,
  since: (day: string) => `Since ${day}`,
  name: "Name",
  nameHelp: "2 to 20 letters and digits, with - _ . between them. Everybody sees it.",
  signUp: "Make an account",
  makePasskey: "Make an account with a passkey",
  passkeyHelp: "A passkey stays on your device, which asks for your fingerprint, face or PIN. There is no password.",
  makeWithout: "Make it with recovery codes alone",
  noPasskeys: "There are no passkeys on this page",
  noPasskeysHere: "Browsers allow them only over https or on this computer itself. You can have an account all the same: recovery codes or a link from another device sign you in.",
  tryLocalhost: "On this computer, this address has them:",
  signIn: "Sign in",
  withPasskey: "Sign in with a passkey",
  withCode: "Sign in with a recovery code",
  code: "Recovery code",
  codeHelp: "One of your ten codes. Each works once.",
  fromDevice: "Or sign in on a device where you are signed in, and make a link there under “Another device”.",
  signOut: "Sign out",
  notSigned: "Your device signed nothing. Try again, or use a recovery code.",
  canceled: "Your device made no passkey. Try again, or go on without one.",
  codesTitle: "Keep your recovery codes",
  codesHelp: "If you lose your passkey, a code signs you in. Each works once. They are not shown again.",
  download: "Download",
  print: "Print",
  kept: "I have kept them",
  codesFile: (name: string, codes: readonly string[]) => `Recovery codes of ${name} at ${location.host}\nEach works once.\n\n${codes.join("\n")}\n`,
  codesLeft: (left: number) => `${counted(left, "recovery code", "recovery codes")} left`,
};
