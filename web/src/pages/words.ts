// The words of the page for a new table.

export const newTableWords = {
  title: (title: string) => `New table: ${title}`,
  withFriend: (title: string) => `Play ${title} with a friend`,
  unknown: (game: string) => `There is no game called ${game}.`,
  from: (step: number) => `Continues your record after ${step === 1 ? "1 step" : `${step} steps`}.`,
  lost: "Your record is no longer available; open it again under Replay. This is a new game.",
  revealed: "A record reveals what is hidden, so strangers can’t be invited.",
  seats: "Seats",
  options: "Options",
  who: (seat: string) => `Who plays ${seat}`,
  level: "Strength of the bot",
  levelSentence: (description: string) => description && `${description}.`,
  more: "More options",
  theirName: "Their name",
  playerKinds: {
    me: "Me", bot: "A bot", friend: "A friend, by link", open: "Anyone, from the lobby",
    "hot-seat": "Someone on this device",
  },
  explanations: {
    me: "You play this seat.",
    bot: "",
    friend: "You get a link, a code and a QR code to share.",
    open: "Your table is listed in the lobby until someone joins.",
    "hot-seat": "You take turns on this screen; a curtain hides secrets.",
  },
  open: "Open the table",
};
