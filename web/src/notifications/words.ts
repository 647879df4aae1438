// The words of notifications: what says that it is one's turn, and where one chooses how.

import { listed } from "../game-api/wording";

export const words = {
  yourTurn: "Your turn",
  title: "Notify me when it is my turn",
  here: "While this page is open",
  notify: "Notifications",
  notifyHelp: "Shown when this page is hidden. Your browser asks you first. A sound is played too, if sounds are on.",
  denied: "Your browser does not allow this page to notify you. You can change that in its settings.",
  away: "When this page is closed",
  push: "Notify me on this device",
  pushHelp: "At most once a turn. It says at which table it is your turn, and nothing else.",
  pushAll: "Stop all notifications on this device",
  pushOff: "This device gets no more notifications.",
  pushFailed: "Your browser does not accept notifications for this page now. Private windows never do. Try an ordinary window.",
  noPush: "This browser cannot notify you when the page is closed.",
  installFirst: "On an iPhone or iPad, add this page to your home screen first.",
  mail: "By e-mail",
  address: "Your address",
  mailsHere: (addresses: readonly string[]) => `E-mails about this table go to ${listed(addresses)}.`,
  mailsStop: "Stop e-mails about this table",
  mailsStopped: "You get no more e-mails about this table.",
  mailHelp: "At most once a turn. You get a link first, which confirms the address. Every e-mail has a link that stops them.",
  mailAdd: "Send me e-mails",
  mailSent: "We have sent you a link. Open it to confirm your address.",
  mailOn: "You get an e-mail when it is your turn at this table.",
  mailConfirm: "Confirm your address",
  mailConfirmed: "Your address is confirmed. From now on you get e-mails there. You can close this page.",
  mailEnd: "Stop the e-mails?",
  mailEndHelp: "You will get no more e-mails from here: about your turns at any table, or about challenges.",
  mailEndNow: "Stop all e-mails",
  mailEnded: "You will get no more e-mails.",
  forAll: "For all challenges and tournament games: in your account",
  accountTitle: "Notify me",
  accountLead: "When somebody challenges you, and when a tournament game is waiting for you. In these games you are notified of your later turns, too.",
  accountPush: "Notify this device",
  accountPushed: "This device gets notifications as long as you are signed in here.",
  accountPushStop: "Stop notifying this device",
  accountMailed: "You get e-mails about challenges and games that are waiting for you.",
  devices: (count: number, isHere: boolean) => {
    const others = isHere ? count - 1 : count;
    const named = others === 1 ? "1 other device" : `${others} other devices`;
    if (isHere) return others === 0 ? "This device is notified." : `This device and ${named} are notified.`;
    return others === 0 ? "No device is notified." : `${named} ${others === 1 ? "is" : "are"} notified, but not this one.`;
  },
  stop: "Stop",
  confirming: "Confirming …",
};
