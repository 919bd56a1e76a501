const placeholderOrigin = 'http://own.invalid';

/**
 * Returns a path of this application from an untrusted address: `/b/payments?status=NEW`. Returns `/` for addresses
 * of other origins, such as `//evil.example`, `/\evil.example` or `https://evil.example`.
 */
export function toOwnPath(text: string | null | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, placeholderOrigin)) return '/';
  const url = new URL(text, placeholderOrigin);
  return url.origin === placeholderOrigin && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}`
    : '/';
}
