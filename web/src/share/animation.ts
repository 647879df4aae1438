// An animated GIF. All frames share the colours of a few of them, and each stores only the pixels that
// changed. Between frames the page can do other things.

import { applyPalette, GIFEncoder, quantize, type Palette } from "gifenc";
import { painted, pixels } from "./raster";

export const MAX_BYTES = 5_000_000;
const SCALES = [0.9, 0.65, 0.45]; // of the drawing; smaller if the file would be too large
const COLORS = 255; // and one for "as before"
const SAMPLES = 4; // frames whose colours are used
const SAMPLE_SCALE = 0.5;
const FORMAT = "rgb565";

export interface Frame {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export interface Animation {
  readonly blob: Blob;
  readonly width: number; // pixels
  readonly height: number;
  readonly frames: number;
  readonly isReduced: boolean; // smaller than usual
}

export interface AnimationRequest {
  readonly holds: readonly number[]; // how long each frame is shown, in milliseconds
  frame(number: number): Promise<Frame>;
  onprogress(done: number): void;
  readonly signal: AbortSignal;
  readonly maxBytes?: number;
}

/** @throws AbortError if it is cancelled. */
export async function animated(request: AnimationRequest): Promise<Animation> {
  for (const scale of SCALES) {
    const made = await encoded(request, scale, scale === SCALES.at(-1));
    if (made) return { ...made, isReduced: scale !== SCALES[0] };
  }
  throw new Error("unreachable: the last scale has no limit");
}

async function encoded(
  { holds, frame, onprogress, signal, maxBytes = MAX_BYTES }: AnimationRequest, scale: number, isLast: boolean,
): Promise<Omit<Animation, "isReduced"> | null> {
  onprogress(0);
  const palette = await paletteOf(holds.length, frame, signal);
  const encoder = GIFEncoder();
  const size = { width: 0, height: 0 };
  let before: Uint8Array | null = null;
  for (const [number, delay] of holds.entries()) {
    await breathe(signal);
    const { svg, width, height } = await frame(number);
    size.width ||= Math.round(width * scale);
    size.height ||= Math.round(height * scale);
    const canvas = await painted(svg, size.width, size.height);
    await breathe(signal);
    const now = applyPalette(pixels(canvas), palette, FORMAT);
    const changed = before ? changesOf(before, now) : now;
    encoder.writeFrame(changed, size.width, size.height, {
      delay, dispose: 1, ...(before ? { transparent: true, transparentIndex: COLORS } : { palette: [...palette, [0, 0, 0]], repeat: 0 }),
    });
    before = now;
    onprogress(number + 1);
    if (!isLast && encoder.bytesView().length > maxBytes) return null;
  }
  encoder.finish();
  return { blob: new Blob([encoder.bytes()], { type: "image/gif" }), ...size, frames: holds.length };
}

/** The colours that all frames use. */
async function paletteOf(frames: number, frame: AnimationRequest["frame"], signal: AbortSignal): Promise<Palette> {
  const chosen = new Set(Array.from({ length: SAMPLES }, (_, i) => Math.round((i * (frames - 1)) / (SAMPLES - 1))));
  const parts: Uint8ClampedArray[] = [];
  for (const number of chosen) {
    await breathe(signal);
    const { svg, width, height } = await frame(number);
    parts.push(pixels(await painted(svg, Math.round(width * SAMPLE_SCALE), Math.round(height * SAMPLE_SCALE))));
  }
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((start, part) => (all.set(part, start), start + part.length), 0);
  const palette = quantize(all, COLORS, { format: FORMAT }).slice(0, COLORS);
  while (palette.length < COLORS) palette.push([0, 0, 0]);
  return palette;
}

/** The pixels that changed; the others are transparent. */
export function changesOf(before: Uint8Array, now: Uint8Array): Uint8Array {
  return now.map((color, i) => (color === before[i] ? COLORS : color));
}

/** Let the page do other things; stop if it was cancelled. */
async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}
