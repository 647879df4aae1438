// The colours that players can choose for themselves. None can be mistaken for a seat's colour, as
// palette.test.ts checks.

export const PROFILE_COLORS: Readonly<Record<string, string>> = {
  violet: "#9933ff", lilac: "#bb99ee", pink: "#ff00dd", ice: "#ccffff", slate: "#667788",
};

export const isProfileColor = (color: string): boolean => Object.values(PROFILE_COLORS).includes(color);
