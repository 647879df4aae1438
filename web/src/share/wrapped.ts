// Text in a picture: SVG does not break lines.

/** The text in lines with a maximum length; the last one is shortened if more does not fit. */
export function wrapped(text: string, width: number, lines: number): readonly string[] {
  const wrappedLines: string[] = [];
  let line = "";
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (longer.length <= width || !line) line = longer;
    else {
      wrappedLines.push(line);
      line = word;
    }
  }
  if (line) wrappedLines.push(line);
  const kept = wrappedLines.slice(0, lines).map((wrappedLine) => shortened(wrappedLine, width));
  if (wrappedLines.length > lines) kept[lines - 1] = shortened(`${kept[lines - 1] ?? ""} …`, width);
  return kept;
}

/** The text, cut off with an ellipsis if it is too long. */
export function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).replace(/[ …]+$/, "")}…`;
}
