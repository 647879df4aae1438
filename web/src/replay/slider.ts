// The slider under a replay: one mark for each step, but only one for all that chance deals before the first move.

/** The mark of the position after a number of steps; `dealt`: how many of them are dealt before the first move. */
export const markOf = (step: number, dealt: number): number => dealt > 0 && step > 0 ? Math.max(1, step - dealt + 1) : step;

/** How many steps lead to the position of a mark. */
export const stepAt = (mark: number, dealt: number): number => dealt > 0 && mark > 0 ? mark + dealt - 1 : mark;
