// The words of the coach and of the first minute.

export const words = {
  label: "Coach",
  isNew: "New here?",
  offer: (game: string) => `New to ${game}?`,
  showMe: "Show me how",
  letMe: "Let me try",
  aboutShowMe: ": the first lesson, about two minutes",
  aboutLetMe: ": a game against an easy bot, with a coach",
  tryGame: "Play an easy bot, with a coach",
  dismiss: "Not now",
  better: (move: string, why: string) => `Better: ${move}. ${why}`,
  show: "Show it",
  takeBack: "Take my move back",
  off: "Turn the coach off",
  close: "Close",
  shown: "The better move. Any click or key takes you back.",
};
