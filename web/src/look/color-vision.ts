// Colour differences as people with different colour vision see them: OKLab (Ottosson 2020) after the
// matrices of Machado, Oliveira and Fernandes (2009) at severity 1, times 100.

export type ColorVision = "normal" | "protan" | "deutan" | "tritan" | "grey";
type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const VISIONS: Readonly<Record<ColorVision, Matrix>> = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  grey: [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]],
};
const TO_LMS: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  const row = ([a, b, c]: Triple): number => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

function each([x, y, z]: Triple, change: (value: number) => number): Triple {
  return [change(x), change(y), change(z)];
}

/** Linear light, red green blue from 0 to 1, of `#RRGGBB`. */
function linear(color: string): Triple {
  const part = (at: number): number => parseInt(color.slice(at, at + 2), 16) / 255;
  return each([part(1), part(3), part(5)], (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
}

function lab(color: string, vision: ColorVision): Triple {
  const seen = each(times(VISIONS[vision], linear(color)), (v) => Math.min(1, Math.max(0, v)));
  return times(TO_LAB, each(times(TO_LMS, seen), Math.cbrt));
}

/** The OKLab distance of two colours as this eye sees them, times 100. */
export function distance(color: string, other: string, vision: ColorVision): number {
  const [l, a, b] = lab(color, vision);
  const [m, c, d] = lab(other, vision);
  return 100 * Math.hypot(l - m, a - c, b - d);
}

/** The contrast of WCAG 2: from 1 to 21. */
export function contrast(foreground: string, background: string): number {
  const light = (color: string): number => times(VISIONS.grey, linear(color))[0] + 0.05;
  const [a, b] = [light(foreground), light(background)];
  return Math.max(a, b) / Math.min(a, b);
}
