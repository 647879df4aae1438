// The words of what works without a connection.

export const words = {
  title: "Without a connection",
  lead: "A game needs the server, which decides what is allowed and what is hidden. To read and to practise, this page can do without.",
  works: "What works",
  lessons: "Lessons",
  puzzles: "Puzzles",
  rules: "Rulebooks",
  lessonsWork: "You can go through a lesson that is kept here, with the moves that are right.",
  puzzlesWork: "You can look at a puzzle that is kept here, and at its solution.",
  rulesWork: "Rulebooks that you have opened stay readable.",
  opened: "What you open with a connection is kept by itself. You can also keep all lessons and some puzzles of every game now:",
  keep: "Keep lessons and puzzles here",
  keeping: (done: number, all: number) => `Keeping ${done} of ${all} …`,
  kept: "Lessons and puzzles are kept on this device.",
  failed: "Not all could be kept. Try again later.",
  cannot: "This browser keeps nothing for this page: that needs an address with https, or this computer’s own.",
  needs: "What needs a connection: tables, the lobby, replays, maps, hints and analyses.",
};
