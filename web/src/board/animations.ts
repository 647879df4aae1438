// Short animations of pieces. Off if the user prefers reduced motion.

import type { Attachment } from "svelte/attachments";
import type { Point } from "../game-api/layout";

function motion(transform: string, duration: number): Attachment<SVGElement> {
  return (element) => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    element.animate([{ transform }, { transform: "none" }], { duration, easing: "ease-out" });
  };
}

/** Slide an element to its place from this offset. */
export const slide = ({ x, y }: Point): Attachment<SVGElement> => motion(`translate(${x}px, ${y}px)`, 220);

/** Turn an element over in its place. */
export const flip = motion("scaleX(0)", 320);
