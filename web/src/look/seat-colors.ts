// The colours of seats and stones, made from src/siegeworks/core/palette.py. Do not edit; run
//   python -m siegeworks.core.palette > web/src/look/seat-colors.ts

export const SEAT_COLORS = {
  red: "#C2331F",
  blue: "#14376F",
  yellow: "#F5D055",
  green: "#57B092",
  suns: "#CC4320",
  moons: "#16161C",
  crowns: "#75CF9F",
  arms: "#15457C",
  south: "#D9813B",
  north: "#1F4E79",
} as const;
