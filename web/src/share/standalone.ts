// A drawing as a file of its own: with its styles as attributes, and without what only the page knows.

// The attributes that are written, with their initial values: those that elements inherit, and those that they do not.
const INHERITED: Readonly<Record<string, string>> = {
  fill: "#000000",
  "fill-opacity": "1",
  "fill-rule": "nonzero",
  stroke: "none",
  "stroke-width": "1",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-dashoffset": "0",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-miterlimit": "4",
  "font-size": "16",
  "font-weight": "400",
  "font-style": "normal",
  "text-anchor": "start",
  "paint-order": "normal",
  visibility: "visible",
};
const OWN: Readonly<Record<string, string>> = {
  opacity: "1",
  "stop-color": "#000000",
  "stop-opacity": "1",
  "clip-path": "none",
  mask: "none",
  filter: "none",
  "vector-effect": "none",
};

export interface Color {
  readonly hex: string;
  readonly alpha: number; // 0 … 1
}

type ColorOf = (value: string) => Color;

const COLORS: Readonly<Record<string, string>> = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" };

/** The attributes for these computed values: without units, and colours as #rrggbb with an opacity. */
export function attributesOf(computed: (property: string) => string, colorOf: ColorOf): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const property of Object.keys({ ...INHERITED, ...OWN })) {
    const value = plain(computed(property));
    if (value !== "") attributes.set(property, value);
  }
  for (const [property, opacity] of Object.entries(COLORS)) {
    const value = attributes.get(property) ?? "none";
    if (value === "none" || value.startsWith("url(")) continue;
    const { hex, alpha } = colorOf(value);
    attributes.set(property, alpha === 0 ? "none" : hex);
    if (alpha > 0 && alpha < 1) attributes.set(opacity, String(Math.round(1000 * alpha * Number(attributes.get(opacity) ?? 1)) / 1000));
  }
  return attributes;
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
  return [...attributes].filter(([name, value]) => value !== (OWN[name] ?? parent?.get(name) ?? INHERITED[name]));
}

/** The ids that the attributes of a drawing refer to: `url(#id)` and `#id`. */
export function referredIds(markup: string): string[] {
  return [...new Set([...markup.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)].map((match) => match[1] ?? match[2] ?? ""))];
}

const SVG = "http://www.w3.org/2000/svg";
const FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif";
const KEPT = /^(x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|d|dx|dy|points|width|height|viewBox|transform|preserveAspectRatio|patternUnits|patternTransform|patternContentUnits|gradientUnits|gradientTransform|offset|id|href|clipPathUnits|maskUnits|maskContentUnits)$/;

/** The drawing as the text of an SVG file. */
export function standalone(drawing: SVGSVGElement, title: string, description: string): string {
  const colorOf = colorReader();
  const root = copied(drawing, null, colorOf) as SVGSVGElement;
  root.prepend(textElement("title", title), textElement("desc", description));
  addReferred(root, colorOf);
  root.setAttribute("xmlns", SVG);
  root.setAttribute("role", "img");
  root.setAttribute("font-family", FONT);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(root)}\n`;
}

/** A copy of an element and all in it, with attributes in place of styles; null: it is not shown. */
function copied(element: Element, parent: ReadonlyMap<string, string> | null, colorOf: ColorOf): Element | null {
  const style = getComputedStyle(element);
  if (style.display === "none") return null;
  const copy = document.createElementNS(SVG, element.localName);
  for (const { name, value } of element.attributes) if (KEPT.test(name)) copy.setAttribute(name, value);
  const attributes = attributesOf((property) => style.getPropertyValue(property), colorOf);
  for (const [name, value] of neededAttributes(attributes, parent)) copy.setAttribute(name, value);
  // Few programs know dominant-baseline.
  if (element.localName === "text" && style.dominantBaseline === "central" && !element.hasAttribute("dy")) copy.setAttribute("dy", "0.35em");
  if (style.fontFamily.includes("serif") && !style.fontFamily.includes("sans-serif")) copy.setAttribute("font-family", "Georgia, serif");
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      const inner = copied(child, attributes, colorOf);
      if (inner) copy.append(inner);
    } else if (child instanceof Text && /^(text|tspan)$/.test(element.localName)) copy.append(child.data);
  }
  return copy;
}

/** Add what the drawing refers to and does not have, such as the patterns of seats. */
function addReferred(root: Element, colorOf: ColorOf): void {
  const defs = document.createElementNS(SVG, "defs");
  const ids = new Set(referredIds(root.outerHTML));
  for (const id of ids) {
    const original = root.querySelector(`#${CSS.escape(id)}`) ? null : document.getElementById(id);
    const copy = original && copied(original, null, colorOf);
    if (!copy) continue;
    defs.append(copy);
    for (const more of referredIds(copy.outerHTML)) ids.add(more); // comes next
  }
  if (defs.childElementCount > 0) root.insertBefore(defs, root.children[2] ?? null); // after title and description
}

function textElement(name: string, text: string): Element {
  const element = document.createElementNS(SVG, name);
  element.textContent = text;
  return element;
}

/** A reader of colours in any notation, `oklab(…)` too: it paints them. */
function colorReader(): ColorOf {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map<string, Color>();
  const painted = (value: string): Color => {
    if (!context) return { hex: "#000000", alpha: 1 };
    const alpha = Number(/^rgba\(.*, ([\d.]+)\)$/.exec(value)?.[1] ?? 1);
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = value.replace(/^rgba\((.*), [\d.]+\)$/, "rgb($1)"); // exact, without its opacity
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, opaque = 255] = context.getImageData(0, 0, 1, 1).data;
    const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    return { hex, alpha: alpha * (opaque / 255) };
  };
  return (value) => {
    const color = known.get(value) ?? painted(value);
    known.set(value, color);
    return color;
  };
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
