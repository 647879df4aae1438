// Keys that go through the steps of a game that is looked at.

/** Go where this key leads, unless it is of a control, a dialog or the board's keyboard. */
export function onStepKey(event: KeyboardEvent, leads: Readonly<Record<string, number>>, go: (to: number) => void): void {
  const to = leads[event.key];
  const isElsewhere = event.target instanceof Element && event.target.closest("input, select, textarea, dialog, [role=grid]");
  if (to === undefined || isElsewhere || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  go(to);
}
