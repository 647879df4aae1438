// With noise in place of drawings: it needs no canvas, and cannot be compressed.

import { afterAll, expect, test, vi } from "vitest";
import type { AnimationRequest } from "./animation";

// Tests share one environment, so modules are loaded again for these tests, and once more for those that follow.
vi.resetModules();
vi.doMock("./raster", () => ({
  painted: (svg: string, width: number, height: number) => Promise.resolve({ svg, width, height }),
  pixels: ({ svg, width, height }: { svg: string; width: number; height: number }) => {
    let seed = Number(svg) * 1234567;
    return Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => {
      seed = (seed * 16807 + 1) % 2147483647;
      return i % 4 === 3 ? 255 : (seed >> 8) & 255;
    });
  },
}));
const { animated } = await import("./animation");
afterAll(() => {
  vi.doUnmock("./raster");
  vi.resetModules();
});

function request(more: Partial<AnimationRequest> = {}): AnimationRequest {
  return {
    holds: [100, 200, 300],
    frame: (number) => Promise.resolve({ svg: String(number + 1), width: 40, height: 20 }),
    onprogress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  };
}

/** The frames of a GIF: how long each is shown, in hundredths of a second. */
function delaysIn(bytes: Uint8Array): number[] {
  const delays: number[] = [];
  for (let i = 0; i < bytes.length - 7; i++) {
    const isControl = bytes[i] === 0x21 && bytes[i + 1] === 0xf9 && bytes[i + 2] === 4 && bytes[i + 7] === 0;
    if (isControl) delays.push((bytes[i + 4] ?? 0) + 256 * (bytes[i + 5] ?? 0));
  }
  return delays;
}

test("each frame is shown for its time, and progress is told", async () => {
  const progress: number[] = [];
  const made = await animated(request({ onprogress: (done) => progress.push(done) }));
  expect([made.width, made.height, made.frames, made.isReduced]).toEqual([36, 18, 3, false]);
  const bytes = new Uint8Array(await made.blob.arrayBuffer());
  expect(new TextDecoder().decode(bytes.slice(0, 6))).toBe("GIF89a");
  expect(delaysIn(bytes)).toEqual([10, 20, 30]);
  expect(progress).toEqual([0, 1, 2, 3]);
});

test("a file that would be too large is made smaller", async () => {
  const whole = await animated(request());
  const smaller = await animated(request({ maxBytes: whole.blob.size - 100 }));
  expect([smaller.width, smaller.height, smaller.isReduced]).toEqual([26, 13, true]);
  const smallest = await animated(request({ maxBytes: 1 }));
  expect([smallest.width, smallest.frames]).toEqual([18, 3]);
});

test("it can be cancelled between frames", async () => {
  const controller = new AbortController();
  const progress: number[] = [];
  const making = animated(request({
    signal: controller.signal,
    onprogress: (done) => {
      progress.push(done);
      if (done === 2) controller.abort();
    },
  }));
  await expect(making).rejects.toThrow(/abort/i);
  expect(progress).toEqual([0, 1, 2]);
});
