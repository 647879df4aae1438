// What gifenc, which has no types of its own, offers us.

declare module "gifenc" {
  export type Palette = number[][]; // red, green and blue, each 0 … 255
  type Format = "rgb565" | "rgb444";

  export interface FrameOptions {
    readonly palette?: Palette; // the first frame's counts for all without one
    readonly delay?: number; // milliseconds
    readonly repeat?: number; // 0: forever
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    readonly dispose?: number; // 1: the next frame is drawn over this one
  }

  export interface Encoder {
    writeFrame(indexed: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
    bytesView(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, colors: number, options?: { format?: Format }): Palette;
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette, format?: Format): Uint8Array;
}
