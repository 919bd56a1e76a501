import 'server-only';

/** The decoded parts of a callback URL. */
export type CallbackUrlParts = { readonly business: string; readonly secret: string; readonly kind: string };

const callbackPath = /^\/api\/callbacks\/([^/?]+)\/([^/?]+)\/([^/?]+)\/?(?:\?|$)/;

/** Returns the parts of a callback URL, or null for any other URL. */
export function parseCallbackUrl(url: string): CallbackUrlParts | null {
  const match = callbackPath.exec(url);
  if (match === null) return null;
  const [, business = '', secret = '', kind = ''] = match;
  return { business: decodePart(business), secret: decodePart(secret), kind: decodePart(kind) };
}

/** Decodes percent signs. An invalid encoding becomes an empty part, which matches nothing. */
function decodePart(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
