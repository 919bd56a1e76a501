import 'server-only';

/** The parts of a callback address, as they were sent. */
export type AddressedCallback = { readonly business: string; readonly secret: string; readonly kind: string };

const callbackPath = /^\/api\/callbacks\/([^/?]+)\/([^/?]+)\/([^/?]+)\/?(?:\?|$)/;

/** The parts of the callback address that a request's URL is. Null: it is none. */
export function callbackAddressed(url: string): AddressedCallback | null {
  const address = callbackPath.exec(url);
  if (address === null) return null;
  const [, business = '', secret = '', kind = ''] = address;
  return { business: plain(business), secret: plain(secret), kind: plain(kind) };
}

/** A part of an address without its percent signs. One that stands for no characters names nothing. */
function plain(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
