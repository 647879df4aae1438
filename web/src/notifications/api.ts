// What the server offers to notify people, and how this browser takes it.

import { cached, get, post } from "../net/api";
import { myTables } from "../net/my-tables.svelte";
import { readStored, writeStored } from "../net/storage";
import type * as wire from "../wire";
import { switchNotifications } from "./notify";
import { words } from "./words";

const KEY = "siegeworks.mail";

interface Mail {
  readonly address: string;
  readonly key: string; // proves that this browser's user has confirmed the address; empty: not yet
}

export const notificationsApi = {
  offered: (): Promise<wire.NotificationsOffered> => cached("/api/notifications"),
  on: (asked: wire.NotificationsAsked): Promise<wire.NotificationsOn> => post("/api/notifications/at", asked),
  pushTo: (to: wire.PushTo): Promise<wire.Done> => post("/api/notifications/push", to),
  pushOff: (off: wire.PushOff): Promise<wire.Done> => post("/api/notifications/push/off", off),
  mailTo: (to: wire.MailTo): Promise<wire.MailAdded> => post("/api/notifications/mail", to),
  confirmMail: (code: string): Promise<wire.MailConfirmed> => post("/api/notifications/mail/confirm", { code }),
  mailStop: (stop: wire.MailStop): Promise<wire.Done> => post("/api/notifications/mail/stop", stop),
  mailOff: (off: wire.MailOff): Promise<wire.Done> => post("/api/notifications/mail/off", off),
};

export const accountNotificationsApi = {
  all: (): Promise<wire.AccountNotifications> => get("/api/account/notifications"),
  push: (to: wire.PushAccount): Promise<wire.AccountNotifications> => post("/api/account/notifications/push", to),
  mail: (to: wire.MailAccount): Promise<wire.MailAdded> => post("/api/account/notifications/mail", to),
  off: (off: wire.NotificationsOff): Promise<wire.AccountNotifications> => post("/api/account/notifications/off", off),
};

const keysOf = (table: string): string[] => [...myTables.all[table]?.keys ?? []];

// Pushes ----------------------------------------------------------------------------------------

/** Can this browser be notified while the page is closed? */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The subscription of this browser; null: it is not notified. */
export async function subscription(): Promise<PushSubscription | null> {
  const worker = canPush() ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Where I am notified when it is my turn at a table. */
export const notifiedAt = async (table: string): Promise<wire.NotificationsOn> =>
  notificationsApi.on({ table, keys: keysOf(table), endpoint: (await subscription())?.endpoint ?? "" });

/** Notify this browser when it is my turn at a table. False: the browser does not allow it. */
export async function startPush(table: string, serverKey: string): Promise<boolean> {
  const to = await subscribe(serverKey);
  if (to) await notificationsApi.pushTo({ table, keys: keysOf(table), ...to });
  return to !== null;
}

/** Stop notifying this browser: at a table, or at all (null). */
export async function stopPush(table: string | null): Promise<void> {
  const made = await subscription();
  if (!made) return;
  await notificationsApi.pushOff({ endpoint: made.endpoint, table });
  if (table === null) await made.unsubscribe();
}

/** Where pushes to this browser go; null: the browser does not allow them. */
export async function subscribe(serverKey: string): Promise<wire.PushAccount | null> {
  if (!(await switchNotifications(true))) return null; // a hidden page that is open notifies by itself
  const worker = await navigator.serviceWorker.ready;
  const asked = { userVisibleOnly: true, applicationServerKey: serverKey };
  const made = (await subscription()) ?? (await worker.pushManager.subscribe(asked).catch(() => { throw new Error(words.pushFailed); }));
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
}

// E-mail ----------------------------------------------------------------------------------------

/** The mail address that was given here before. */
export const rememberedMail = (): Mail => readStored<Mail>(KEY, { address: "", key: "" });
export const rememberMail = (mail: Mail): void => writeStored(KEY, mail);

/** Send mails about a table to an address. Its user confirms it first, unless this browser is known to be his. */
export async function startMail(table: string, address: string): Promise<boolean> {
  const before = rememberedMail();
  const key = before.address === address ? before.key : "";
  const { is_confirmed = false } = await notificationsApi.mailTo({ table, keys: keysOf(table), address, key });
  rememberMail({ address, key: is_confirmed ? key : "" });
  return is_confirmed;
}

export const stopMails = (table: string): Promise<wire.Done> => notificationsApi.mailStop({ table, keys: keysOf(table) });
