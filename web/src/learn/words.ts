// The words of the lessons, and of the lists of games, which are loaded with their pages only.

export const words = {
  title: (game: string) => `Learn ${game}`,
  lead: "Short lessons on a real board. You make the moves, and get an answer to every try.",
  none: "There are no lessons for this game yet, but its rules are short.",
  rules: "Read the rules",
  finished: "finished",
  numbered: (number: number, game: string) => `Lesson ${number} of ${game}`,
  following: (number: number, called: string) => `Lesson ${number}: ${called}`,
  progress: (done: number, all: number) => `${done} of ${all} lessons done`,
  progressOf: (game: string) => `Finished lessons of ${game}`,
  allDone: "All lessons done",
  start: "Start",
  goOn: "Continue",
  again: "Start again",
  step: (number: number, steps: number) => `Step ${number} of ${steps}`,
  steps: (steps: number) => (steps === 1 ? "1 step" : `${steps} steps`),
  next: "Next",
  right: "Right!",
  wrong: "Try again.",
  show: "Show me the move",
  board: (title: string) => `${title}: board`,
  rule: (paragraph: string) => `Rule ${paragraph}`,
  done: (title: string) => `You have finished “${title}”.`,
  nextLesson: "Next lesson",
  all: "All lessons",
  play: "Play against a bot",
  last: "That was the last lesson. Now play a game",
};

export const listWords = {
  learn: { title: "Learn", lead: "Short lessons in which you make the moves." },
  rules: { title: "Rules", lead: "The rulebooks, with examples from real games. Choose a game." },
};
