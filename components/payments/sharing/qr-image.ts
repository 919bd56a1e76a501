import { encode } from 'uqr';

/** Capacity of the largest QR code at correction level M. §8 documents no maximum length of a link. */
const maxBytes = 2_331;

export const canEncodeQrCode = (text: string): boolean => new TextEncoder().encode(text).length <= maxBytes;

/** Returns the modules of a QR code with its quiet zone. */
export const encodeQrCode = (text: string) => encode(text, { ecc: 'M', border: 3 });

/** Returns the dark modules as the path of an SVG, one unit for each. */
export const toQrPath = (data: readonly (readonly boolean[])[]): string =>
  data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/** Returns the QR code as an SVG file. */
export function toQrSvg(text: string): string {
  const { data, size } = encodeQrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="512" height="512" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path d="${toQrPath(data)}" fill="black"/></svg>\n`;
}
