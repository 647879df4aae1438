// Protects controls that have just appeared under the pointer. The second click of a double click counts
// only on the control that got the first, and a key that is held down presses once.

const CONTROLS = "button, a, summary, label, input, select";

let firstClicked: Element | null = null;

function onClick(event: MouseEvent): void {
  const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
  if (event.detail > 1 && control !== null && control !== firstClicked) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    firstClicked = control;
  }
}

function onKeydown(event: KeyboardEvent): void {
  const control = event.target instanceof Element ? event.target.closest("button, a") : null;
  if (event.repeat && control && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}

/** Guard the whole page from now on. */
export function guardClicks(): void {
  addEventListener("click", onClick, true);
  addEventListener("keydown", onKeydown, true);
}
