// Computed styles as the presentation attributes of an SVG that stands alone.

interface Property {
  readonly initial: string;
  readonly inherited: boolean;
}

const inherited = (initial: string): Property => ({ initial, inherited: true });
const own = (initial: string): Property => ({ initial, inherited: false });

export const PROPERTIES: Readonly<Record<string, Property>> = {
  fill: inherited("#000000"),
  "fill-opacity": inherited("1"),
  "fill-rule": inherited("nonzero"),
  stroke: inherited("none"),
  "stroke-width": inherited("1"),
  "stroke-opacity": inherited("1"),
  "stroke-dasharray": inherited("none"),
  "stroke-dashoffset": inherited("0"),
  "stroke-linecap": inherited("butt"),
  "stroke-linejoin": inherited("miter"),
  "stroke-miterlimit": inherited("4"),
  "font-size": inherited("16"),
  "font-weight": inherited("400"),
  "font-style": inherited("normal"),
  "text-anchor": inherited("start"),
  "paint-order": inherited("normal"),
  visibility: inherited("visible"),
  opacity: own("1"),
  "stop-color": own("#000000"),
  "stop-opacity": own("1"),
  "clip-path": own("none"),
  mask: own("none"),
  filter: own("none"),
  "vector-effect": own("none"),
};

export interface Color {
  readonly hex: string;
  readonly alpha: number; // 0 … 1
}

export type ColorOf = (value: string) => Color;

const COLORS: Readonly<Record<string, string>> = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" };

/** The attributes for these computed values: without units, and colours as #rrggbb with an opacity. */
export function attributesOf(computed: (property: string) => string, colorOf: ColorOf): Map<string, string> {
  const found = new Map<string, string>();
  for (const property of Object.keys(PROPERTIES)) {
    const value = plain(computed(property));
    if (value !== "") found.set(property, value);
  }
  for (const [property, opacity] of Object.entries(COLORS)) {
    const value = found.get(property) ?? "none";
    if (value === "none" || value.startsWith("url(")) continue;
    const { hex, alpha } = colorOf(value);
    found.set(property, alpha === 0 ? "none" : hex);
    if (alpha > 0 && alpha < 1) found.set(opacity, String(Math.round(1000 * alpha * Number(found.get(opacity) ?? 1)) / 1000));
  }
  return found;
}

/** A value as attributes write it: `1.6px` is 1.6, and `url("#id")` is url(#id). */
function plain(value: string): string {
  const local = /url\("?[^"#)]*(#[^")]+)"?\)/.exec(value);
  if (local) return `url(${local[1] ?? ""})`;
  return value.replace(/(\d)px/g, "$1");
}

/** The attributes that an element needs beside those of its parent. */
export function neededAttributes(
  attributes: ReadonlyMap<string, string>, parent: ReadonlyMap<string, string> | null,
): [string, string][] {
  return [...attributes].filter(([name, value]) => {
    const property = PROPERTIES[name];
    if (!property) return false;
    return value !== (property.inherited ? (parent?.get(name) ?? property.initial) : property.initial);
  });
}

/** The ids that the attributes of a drawing refer to: `url(#id)` and `#id`. */
export function referredIds(markup: string): string[] {
  return [...new Set([...markup.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)].map((found) => found[1] ?? found[2] ?? ""))];
}
