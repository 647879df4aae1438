// What this browser remembers about its user: a guest's name and colour, and settings.

import { isProfileColor, PROFILE_COLORS } from "../look/profile-colors";
import { readStored, writeStored } from "./storage";

interface Preferences {
  name: string;
  color: string;
  theme: "system" | "light" | "dark";
  volume: number; // of sounds, 0 to 100; 0: none
  confirm: boolean; // show a ghost and ask before a move is played
  level: number; // of the bot in games that are opened with one click
  pace: Pace; // at which others' turns are shown
  typing: boolean; // show a field for moves in record notation
  coach: boolean; // at tables against bots alone, be told what matters and what was better
  tokens: boolean; // show moves in record notation beside the sentences
  notify: boolean; // show a notification when it is one's turn and the page is hidden
  muted: readonly string[]; // accounts whose lines are hidden at every table
  styles: Readonly<Record<string, Readonly<Partial<Record<"board" | "pieces", string>>>>>; // by game; the plain ones are left out
}

export type Pace = "instant" | "quick" | "normal" | "slow";

const MILLISECONDS: Readonly<Record<Pace, number>> = { instant: 0, quick: 450, normal: 1000, slow: 2200 };

/** How long a turn is shown, in milliseconds; 0: only its end. */
export const paceOf = (): number => MILLISECONDS[preferences.pace] ?? MILLISECONDS.normal;

const KEY = "siegeworks.me";

export const preferences = $state<Preferences>(
  readStored<Preferences>(KEY, { name: "", color: "", theme: "system", volume: 0, confirm: true, pace: "normal", tokens: false, typing: false, level: 3, coach: false, notify: false, muted: [], styles: {} }),
);

if (!isProfileColor(preferences.color)) {
  const colors = Object.values(PROFILE_COLORS);
  preferences.color = colors[Math.floor(Math.random() * colors.length)] ?? "";
  savePreferences(); // the same the next time
}

export function savePreferences(): void {
  writeStored(KEY, preferences);
}
