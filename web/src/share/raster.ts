// SVG as pixels.

/** The drawing, painted on a canvas of this size. */
export async function painted(svg: string, width: number, height: number): Promise<HTMLCanvasElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext("2d", { willReadFrequently: true })?.drawImage(image, 0, 0, width, height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function pixels(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
}

/** The drawing as a PNG file. */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const canvas = await painted(svg, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error())), "image/png");
  });
}
