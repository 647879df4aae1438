// The words of conditional moves, which are loaded with their dialog.

export const words = {
  title: "Plan a reply",
  what: "Say what the others may play and what you play then, in record notation and in turn: theirs first. As long as they play just that, your moves are made at once. If they play something else, the plan is forgotten. Nobody else sees it.",
  label: "Their move, your move, …",
  example: (token: string) => (token ? `for example ${token} …` : ""),
  plan: "Plan this",
  planned: (tokens: readonly string[]) => `Planned: ${tokens.join(" ")}`,
  none: "Nothing is planned.",
  forget: "Delete the plan",
  yourTurn: "It is your turn: move first.",
};
