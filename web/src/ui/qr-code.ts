// QR codes of links.

import { encode } from "uqr";

/** The dark modules of a link's QR code as one path, in a square of so many modules. */
export function qrCode(link: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(link, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { path: path.join(""), size };
}
