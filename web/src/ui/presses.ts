// What appears under a pointer is not what was clicked. The second click of a double click counts only
// where the first one went, and a key that is held down presses once.

const PRESSED = "button, a, summary, label, input, select";

let first: Element | null = null;

function clicked(event: MouseEvent): void {
  const on = event.target instanceof Element ? event.target.closest(PRESSED) : null;
  if (event.detail > 1 && on !== null && on !== first) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    first = on;
  }
}

function held(event: KeyboardEvent): void {
  const on = event.target instanceof Element ? event.target.closest("button, a") : null;
  if (event.repeat && on && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}

/** From now on, for the whole page. */
export function watchPresses(): void {
  addEventListener("click", clicked, true);
  addEventListener("keydown", held, true);
}
