// Notifications of the browser, while the page is open. The browser is asked only when somebody switches them on.

import { preferences, savePreferences } from "../net/preferences.svelte";

/** Can this browser show notifications at all? */
export const canNotify = (): boolean => "Notification" in globalThis;

/** Switch notifications on or off. False: the browser does not allow them. */
export async function switchNotifications(isOn: boolean): Promise<boolean> {
  const isAllowed = !isOn || (await Notification.requestPermission()) === "granted";
  preferences.notify = isOn && isAllowed;
  savePreferences();
  return isAllowed;
}

/** Say something beside the page, about a table; `null` if the browser shows it by itself and closes it when it is
 *  clicked. */
export async function notify(title: string, body: string, table: string): Promise<Notification | null> {
  if (!canNotify() || Notification.permission !== "granted") return null;
  const options = { body, tag: `turn-${table}`, icon: "/icons/icon-192.png", data: { table } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    await worker.showNotification(title, options);
    return null;
  }
  const shown = new Notification(title, options);
  shown.onclick = () => (focus(), shown.close());
  return shown;
}

/** Take back what was said about a table. */
export async function silence(table: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of await worker?.getNotifications({ tag: `turn-${table}` }) ?? []) shown.close();
}
