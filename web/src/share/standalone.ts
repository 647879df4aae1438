// A drawing as a file of its own: with its styles as attributes, and without what only the page knows.

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

const SVG = "http://www.w3.org/2000/svg";
const FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif";
const KEPT = /^(x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|d|dx|dy|points|width|height|viewBox|transform|preserveAspectRatio|patternUnits|patternTransform|patternContentUnits|gradientUnits|gradientTransform|offset|id|href|clipPathUnits|maskUnits|maskContentUnits|font-family)$/;

/** The drawing as the text of an SVG file. */
export function standalone(drawing: SVGSVGElement, title: string, description: string): string {
  const colors = new ColorReader();
  const root = copied(drawing, null, colors) as SVGSVGElement;
  root.prepend(textElement("title", title), textElement("desc", description));
  addReferred(root, colors);
  root.setAttribute("xmlns", SVG);
  root.setAttribute("role", "img");
  root.setAttribute("font-family", FONT);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(root)}\n`;
}

/** A copy of an element and all in it, with attributes in place of styles; null: it is not shown. */
function copied(element: Element, parent: ReadonlyMap<string, string> | null, colors: ColorReader): Element | null {
  const style = getComputedStyle(element);
  if (style.display === "none") return null;
  const copy = document.createElementNS(SVG, element.localName);
  for (const { name, value } of element.attributes) if (KEPT.test(name) && name !== "font-family") copy.setAttribute(name, value);
  const attributes = attributesOf((property) => style.getPropertyValue(property), colors.read);
  for (const [name, value] of neededAttributes(attributes, parent)) copy.setAttribute(name, value);
  // Few programs know dominant-baseline.
  if (element.localName === "text" && style.dominantBaseline === "central" && !element.hasAttribute("dy")) copy.setAttribute("dy", "0.35em");
  if (style.fontFamily.includes("serif") && !style.fontFamily.includes("sans-serif")) copy.setAttribute("font-family", "Georgia, serif");
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      const inner = copied(child, attributes, colors);
      if (inner) copy.append(inner);
    } else if (child instanceof Text && /^(text|tspan)$/.test(element.localName)) copy.append(child.data);
  }
  return copy;
}

/** Add what the drawing refers to and does not have, such as the patterns of seats. */
function addReferred(root: Element, colors: ColorReader): void {
  const defs = document.createElementNS(SVG, "defs");
  const added = new Set<string>();
  for (let found = referredIds(root.outerHTML); found.length > 0; ) {
    const missing = found.filter((id) => !added.has(id) && !root.querySelector(`#${CSS.escape(id)}`));
    for (const id of missing) {
      added.add(id);
      const original = document.getElementById(id);
      const copy = original && copied(original, null, colors);
      if (copy) defs.append(copy);
    }
    found = missing.length > 0 ? referredIds(defs.outerHTML) : [];
  }
  if (defs.childElementCount > 0) root.insertBefore(defs, root.children[2] ?? null); // after title and description
}

function textElement(name: string, text: string): Element {
  const element = document.createElementNS(SVG, name);
  element.textContent = text;
  return element;
}

/** Reads colours of any notation, `oklab(…)` too, by painting them. */
class ColorReader {
  private readonly known = new Map<string, Color>();
  private readonly context: CanvasRenderingContext2D | null;

  constructor() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    this.context = canvas.getContext("2d", { willReadFrequently: true });
  }

  readonly read = (value: string): Color => {
    const known = this.known.get(value) ?? this.painted(value);
    this.known.set(value, known);
    return known;
  };

  private painted(value: string): Color {
    const { context } = this;
    if (!context) return { hex: "#000000", alpha: 1 };
    const alpha = Number(/^rgba\(.*, ([\d.]+)\)$/.exec(value)?.[1] ?? 1);
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = value.replace(/^rgba\((.*), [\d.]+\)$/, "rgb($1)"); // exact, without its opacity
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, opaque = 255] = context.getImageData(0, 0, 1, 1).data;
    const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    return { hex, alpha: alpha * (opaque / 255) };
  }
}

/** The values of the light theme, so that pictures do not depend on the theme or on settings. */
export function lightTokens(): readonly (readonly [string, string])[] {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ":root") continue;
      const names = [...rule.style].filter((name) => name.startsWith("--"));
      if (names.length > 0) return names.map((name) => [name, rule.style.getPropertyValue(name)] as const);
    }
  }
  return [];
}
