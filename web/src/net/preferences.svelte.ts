// What this browser remembers about its user: a guest's name and colour, and settings.

import { isProfileColor, PROFILE_COLORS } from "../look/profile-colors";
import { readStored, writeStored } from "./storage";

interface Preferences {
  name: string;
  color: string;
  theme: "system" | "light" | "dark";
  sounds: boolean;
  confirm: boolean; // show a ghost and ask before a move is played
}

const KEY = "siegeworks.me";

export const preferences = $state<Preferences>(
  readStored<Preferences>(KEY, { name: "", color: "", theme: "system", sounds: false, confirm: true }),
);

if (!isProfileColor(preferences.color)) {
  const colors = Object.values(PROFILE_COLORS);
  preferences.color = colors[Math.floor(Math.random() * colors.length)] ?? "";
}

export function savePreferences(): void {
  writeStored(KEY, preferences);
}
