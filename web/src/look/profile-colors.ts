// Colours that people may choose for themselves. None is the colour of a seat, so that nobody's dot
// says that they play another seat; palette.test.ts measures it.

export const PROFILE_COLORS: Readonly<Record<string, string>> = {
  violet: "#9933ff", lilac: "#bb99ee", pink: "#ff00dd", ice: "#ccffff", slate: "#667788",
};

/** May a person have this colour? */
export const isProfileColor = (color: string): boolean => Object.values(PROFILE_COLORS).includes(color);
