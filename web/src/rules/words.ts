// The words of the rules pages, which are loaded with them only.

import { counted } from "../game-api/wording";

export const words = {
  title: (title: string) => `Rules: ${title}`,
  contents: "Contents",
  search: "Search the rules",
  found: (places: number, sections: number) => `Found in ${counted(places, "place")}, in ${counted(sections, "section")}.`,
  nothing: (query: string) => `Nothing found for “${query}”. Try a shorter word.`,
  clear: "Show all rules",
  print: "Print the rules",
  picture: (caption: string) => `Picture: ${caption}`,
  play: "Play the example",
  again: "Play it again",
  stop: "Stop",
  before: "Before",
  after: "After",
};
