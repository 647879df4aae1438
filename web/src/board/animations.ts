// Short animations of pieces. Off if the user prefers reduced motion.

import type { Attachment } from "svelte/attachments";
import type { Point } from "../game-api/layout";

const SLIDE_DURATION = 220;
const FLIP_DURATION = 320;

function isMotionWanted(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Slide an element to its place from this offset. */
export function slide(from: Point): Attachment<SVGElement> {
  return (element) => {
    if (!isMotionWanted()) return;
    element.animate(
      [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: "none" }],
      { duration: SLIDE_DURATION, easing: "ease-out" },
    );
  };
}

/** Turn an element over in its place. */
export function flip(flips: boolean): Attachment<SVGElement> {
  return (element) => {
    if (!flips || !isMotionWanted()) return;
    element.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
      duration: FLIP_DURATION,
      easing: "ease-out",
    });
  };
}
