// The words of the lists of games.

export const words = {
  learn: { title: "Learn", lead: "Short lessons in which you make the moves." },
  rules: { title: "Rules", lead: "The rulebooks, with examples from real games. Choose a game." },
};
