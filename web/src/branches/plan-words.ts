// The words of conditional moves, which are loaded with their dialog.

export const words = {
  title: "Plan a reply",
  board: "Board to plan on",
  what: "Make the move that you expect, then your reply, and so on. As long as they play exactly that, your moves are made at once. If they play something else, the plan is forgotten. Nobody else sees it.",
  toPlay: (seat: string, isMine: boolean) => (isMine ? "What do you play then?" : `What do you expect ${seat} to play?`),
  over: "The game would be over.",
  back: "Take the last move back",
  label: "Their move, your move, …",
  example: (token: string) => (token ? `for example ${token} …` : ""),
  plan: "Plan this",
  planned: (tokens: readonly string[]) => `Planned: ${tokens.join(" ")}`,
  holds: "It holds until somebody plays something else. A new plan takes its place.",
  none: "Nothing is planned.",
  forget: "Delete the plan",
  yourTurn: "It is your turn: move first.",
};
