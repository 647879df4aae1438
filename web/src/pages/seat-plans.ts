// Who plays the seats of a new table.

import type * as wire from "../wire";

export interface Plan {
  readonly who: wire.SeatPlan["who"];
  readonly level: number; // of a bot
  readonly name: string; // of another person at this screen
}

/** The plans after another player is chosen for one seat. I have one seat at most (others at this screen are
 *  "hot-seat"): the player I take it from gets mine. And I take the next seat when bots would have them all. */
export function replanned(plans: readonly Plan[], seat: number, who: Plan["who"]): readonly Plan[] {
  const before = plans[seat];
  const changed = plans.map((plan, i): Plan => {
    if (i === seat) return { ...plan, who };
    return who === "me" && plan.who === "me" && before ? { ...plan, who: before.who, level: before.level } : plan;
  });
  if (changed.some((plan) => plan.who !== "bot")) return changed;
  const next = (seat + 1) % changed.length;
  return changed.map((plan, i) => (i === next ? { ...plan, who: "me" } : plan));
}
