// The pictures on heraldic tiles, part by part from the back to the front, in a square from -10 to 10.

export type Paint = "wood" | "steel" | "gold" | "cloth" | "cloak" | "dark" | "hide" | "line" | "thick" | "thin";
export type Part = readonly [Paint, string];

const disc = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0${-2 * r} 0Z`;

export const PICTURES: Readonly<Record<string, readonly Part[]>> = {
  archer: [
    ["line", "M-1.6-9-7.4 0-1.6 9"],
    ["wood", "M-1.9-10C8.6-6.6 8.6 6.6-1.9 10L-2.7 8C4.4 5 4.4-5-2.7-8Z"],
    ["thick", "M-8.6 0H6.4"],
    ["steel", "M10 0 5.4-3V3Z"],
    ["line", "M-9.8-2.6-7.2 0-9.8 2.6"],
  ],
  king: [
    ["gold", "M-9.4-3.8-4.8.4 0-6.4 4.8.4 9.4-3.8 7.6 5.4H-7.6Z"],
    ["gold", disc(-9.1, -5.4, 1.5)],
    ["gold", disc(9.1, -5.4, 1.5)],
    ["gold", disc(0, -8, 1.7)],
    ["cloth", "M-7.8 5H7.8V9H-7.8Z"],
    ["gold", disc(-4, 7, 1.1) + disc(0, 7, 1.1) + disc(4, 7, 1.1)],
  ],
  engineer: [
    ["thick", "M8.8-9.2-5 1.2"],
    ["wood", "M-4.8 6.6-.9-3.6H.9L4.8 6.6H2.6L0-.6-2.6 6.6Z"],
    ["steel", "M-9 1.2H-2.4V6H-9Z"],
    ["wood", "M-9.4 6.4H9.4V9H-9.4Z"],
    ["line", "M8.6-9C9.8-5 9-3.4 7.4-1.6"],
    ["steel", disc(7, 0.2, 2)],
  ],
  cavalry: [
    ["hide", "M-4 9.4C-4 5.4-1 3.8-.4.8-2 2-4 1.6-5 3-5.8 4.2-7.2 4.8-8.4 3.6-9.6 2.2-9 .8-8.2-.4L-4.8-5.2-5-9.4-2-7.2C4.4-7.8 8.6-2.8 8.6 9.4Z"],
    ["thin", "M-1-5C3.6-4.4 5.6-1 5.6 4.4"],
    ["cloth", "M-4 9.4C-3.9 7.4-3 5.4-2.2 3.8L8.2 4.8C8.5 6.3 8.6 7.8 8.6 9.4Z"],
    ["line", "M-7.4 3.2-4.2-.6M-5.4-4.4-.6.6"],
    ["dark", disc(-3.6, -3.2, 0.9)],
  ],
  infantry: [
    ["thick", "M7.2 9.4V-5"],
    ["steel", "M7.2-10 9.6-4.6H4.8Z"],
    ["cloth", "M-9.4-7.4H4.2V0C4.2 5 .4 8-2.6 9.4-5.6 8-9.4 5-9.4 0Z"],
    ["gold", "M-4-7.4H-1.2V-2.2H4.2V.6H-1.2V8.6L-2.6 9.4-4 8.6V.6H-9.4V-2.2H-4Z"],
  ],
  spy: [
    ["cloak", "M0-10C5.4-8.8 7.2-4.4 6.8-.4 9 2 9.8 5.6 9.8 9.4H-9.8C-9.8 5.6-9 2-6.8-.4-7.2-4.4-5.4-8.8 0-10Z"],
    ["dark", "M0-6.8C3.6-5.8 4.8-2.8 4.2.4 3.2 3 1.4 4.2 0 5-1.4 4.2-3.2 3-4.2.4-4.8-2.8-3.6-5.8 0-6.8Z"],
    ["steel", "M-3.4-2.4-.8-1.2-3-.4ZM3.4-2.4.8-1.2 3-.4Z"],
    ["gold", disc(0, 7, 1.4)],
  ],
};
