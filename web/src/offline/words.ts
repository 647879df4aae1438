// The words of what works without a connection.

export const words = {
  title: "Offline",
  lead: "A game needs the server, which decides what is allowed and what is hidden. You can read and practise without it.",
  works: "What works",
  lessons: "Lessons",
  puzzles: "Puzzles",
  rules: "Rulebooks",
  lessonsWork: "You can go through a lesson that is kept here by making the right moves.",
  puzzlesWork: "You can look at a puzzle that is kept here, and at its solution.",
  rulesWork: "Rulebooks that you have opened stay readable.",
  opened: "What you open while online is kept automatically. You can also keep all lessons and some puzzles of every game now:",
  keep: "Keep lessons and puzzles here",
  keeping: (done: number, all: number) => `${done} of ${all} games are kept …`,
  kept: "Lessons and puzzles are kept on this device.",
  failed: "Some could not be kept. Try again later.",
  cannot: "This browser cannot keep anything for this page. That needs an https address, or a server on this computer.",
  needs: "What needs a connection: tables, the lobby, replays, maps, hints and analyses.",
};
