// The words of the set-up, which are loaded with it only.

import { seatName } from "game-api/seats";
import { capital, counted, possessive } from "game-api/wording";
import type { FormationName } from "./draft";

export const words = {
  title: "Lay out your army",
  lead: (enemy: string) => `${seatName(enemy)} will not see which tile lies where.`,
  plans: "Formations",
  tray: "Tiles to lay out",
  tile: capital,
  inTray: (kind: string, number: number) => `${capital(kind)}, ${number} left`,
  times: (number: number) => `×${number}`,
  formations: {
    shieldWall: { name: "Shield wall", good: "Strong tiles in front that help each other: good for waiting until the enemy attacks." },
    spyScreen: { name: "Spy screen", good: "Spies in front: an Archer that attacks one is lost, and the strong tiles stand behind." },
    longBow: { name: "Longbows", good: "All Archers in front, where they reach every rank: good for attacking at once." },
  } satisfies Record<FormationName, { name: string; good: string }>,
  ours: "These formations are our suggestions; the rules have none.",
  shuffle: "Shuffle",
  rest: "Fill the rest",
  clear: "Clear",
  start: "Start",
  resume: "Continue",
  change: "Change it",
  placed: (tile: string, place: string) => `${tile} on ${place}.`,
  takenBack: (tile: string, place: string) => `${tile} taken back from ${place}.`,
  swapped: (tile: string, other: string) => `${tile} and ${other} have swapped.`,
  next: (place: string) => `Next place: ${place}.`,
  complete: "All tiles have a place. Start, or move some.",
  missing: (number: number) => `${number === 1 ? "One tile has" : `${number} tiles have`} no place yet.`,
  used: (tile: string) => `No ${tile} is left.`,
  notYours: "Lay out your tiles in your own half.",
  fixed: (place: string) => `The tile on ${place} is already laid out.`,
  waiting: (first: string | null) =>
    first ? `Ready. Your army follows as soon as ${possessive(seatName(first))} is laid out.` : "Ready. Your army is laid out as soon as the game starts.",
  early: (enemy: string) => `${seatName(enemy)} lays out first. You can already prepare.`,
  sending: (number: number) => `Laying out: ${counted(number, "tile")} to go.`,
};
