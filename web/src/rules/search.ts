// Searching in a rulebook: which sections contain all words, and where.

/** What is looked for, in lower case; apostrophes are those of print. */
export const wordsOf = (query: string): readonly string[] =>
  query.replaceAll("'", "’").toLowerCase().split(/\s+/).filter(Boolean);

/** Where the words stand in a text: start and end of each place. None, unless all words are there. */
export function placesIn(text: string, words: readonly string[]): readonly (readonly [number, number])[] {
  const lower = text.toLowerCase();
  const placesByWord = words.map((word) => {
    const places: [number, number][] = [];
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) places.push([at, at + word.length]);
    return places;
  });
  return placesByWord.every((places) => places.length > 0) ? placesByWord.flat().sort(([a], [b]) => a - b) : [];
}

export const textOf = (html: string): string => new DOMParser().parseFromString(html, "text/html").body.textContent;

const NAME = "found"; // of the highlight, as page styles name it

/** Mark the words in elements that are shown, where the browser can; no words: mark nothing. */
export function highlight(elements: Iterable<Element>, words: readonly string[]): void {
  if (!("highlights" in CSS)) return;
  const ranges: Range[] = [];
  for (const element of words.length > 0 ? elements : []) {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const written = node.textContent ?? "";
      for (const [start, end] of words.flatMap((word) => placesIn(written, [word]))) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set(NAME, new Highlight(...ranges));
}
