// Ready-made formations. They are our suggestions: the rules of the game have none.

import type { Army } from "./army";
import { type Draft, freePlaces, put, remaining } from "./draft";

export type FormationName = "shieldWall" | "spyScreen" | "longBow";

// The whole army, the front rank first.
const PLANS: Readonly<Record<FormationName, string>> = {
  shieldWall: "EAAE CEIC SICS AKSI",
  spyScreen: "SCSI AEAE CIEC AKSI",
  longBow: "AAAC ECEI SECS IKSI",
};

export const FORMATIONS = Object.keys(PLANS) as FormationName[];

/** A formation for the tiles and places that an army has left. A smaller army keeps the plan's order from
 *  front to back. */
export function formation(army: Army, name: FormationName): Draft {
  const plan = [...PLANS[name].replaceAll(" ", "")];
  const isWhole = army.places.length === plan.length;
  let draft: Draft = new Map();
  if (isWhole) army.places.forEach((place, i) => (draft = put(army, draft, place, plan[i] ?? "")));
  for (const letter of plan) {
    const [place] = freePlaces(army, draft);
    if (place && remaining(army, draft).includes(letter)) draft = put(army, draft, place, letter);
  }
  return draft;
}
