// Our symbols for the tiles (R1), as lines in a square from -10 to 10.

interface Symbol {
  readonly path: string;
  readonly filled?: boolean;
  readonly pips: number;
}

function gear(teeth: number): string {
  const spot = (turn: number, radius: number): string => {
    const angle = (2 * Math.PI * turn) / teeth;
    return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  };
  const outline = Array.from({ length: teeth }, (_, i) =>
    [spot(i - 0.3, 6.6), spot(i - 0.19, 9.4), spot(i + 0.19, 9.4), spot(i + 0.3, 6.6)].join("L"),
  );
  return `M${outline.join("L")}ZM0-3.2A3.2 3.2 0 1 0 0 3.2 3.2 3.2 0 1 0 0-3.2Z`;
}

const circle = (x: number, y: number): string => `M${x - 3.4} ${y}a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0Z`;

export const SYMBOLS: Readonly<Record<string, Symbol>> = {
  archer: { pips: 6, path: "M-8 8 7.5-7.5M0-8.5H8.5V0M-9 3.5-4.5 4.5-3.5 9" },
  king: { pips: 5, path: gear(8), filled: true },
  engineer: { pips: 4, path: "M-9-6.6H9V6.6H-9ZM-9-2.2H9M-9 2.2H9M0-6.6V-2.2M-4.5-2.2V2.2M4.5-2.2V2.2M0 2.2V6.6" },
  cavalry: { pips: 3, path: circle(0, -4.6) + circle(-4.8, 4) + circle(4.8, 4) },
  infantry: { pips: 2, path: "M7.5 9-3.5-3.5M-7.5 9 3.5-3.5M-7.4-1.4-1.4-7.2M7.4-1.4 1.4-7.2M-5.6-3.2-3-5.6M5.6-3.2 3-5.6" },
  spy: { pips: 1, path: "M0-9.5C4-3.5 6.6 0 6.6 3A6.6 6.6 0 0 1-6.6 3C-6.6 0-4-3.5 0-9.5Z", filled: true },
};
