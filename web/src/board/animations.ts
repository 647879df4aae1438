// Short motion: a piece that has just come from somewhere slides in. Off where motion is unwanted.

import type { Attachment } from "svelte/attachments";
import type { Point } from "./layout";

const MILLISECONDS = 220;
const TURNING = 320;

function motionWanted(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let an element begin so far from its place, and slide home. */
export function slide(from: Point): Attachment<SVGElement> {
  return (element) => {
    if (!motionWanted()) return;
    element.animate(
      [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: "none" }],
      { duration: MILLISECONDS, easing: "ease-out" },
    );
  };
}

/** Let an element turn over where it lies. */
export function turn(turns: boolean): Attachment<SVGElement> {
  return (element) => {
    if (!turns || !motionWanted()) return;
    element.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
      duration: TURNING,
      easing: "ease-out",
    });
  };
}
