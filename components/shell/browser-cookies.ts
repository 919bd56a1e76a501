import { toCookieName } from '#lib/access/model-cookie-name.ts';

/** Cookies that scripts store and read. Browser only. */

const isSecure = (): boolean => location.protocol === 'https:';

/** Stores a cookie of this host for some seconds. 0 removes it. */
export function storeCookie(
  name: string,
  value: string,
  { seconds, sameSite }: { readonly seconds: number; readonly sameSite: 'lax' | 'strict' },
): void {
  const secure = isSecure() ? '; Secure' : '';
  const pair = `${toCookieName(name, isSecure())}=${encodeURIComponent(value)}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `${pair}; Path=/; Max-Age=${seconds}; SameSite=${sameSite}${secure}`;
}

/** Returns the text of a cookie that scripts can read, as it is stored. */
export function readCookie(name: string): string | undefined {
  const start = `${toCookieName(name, isSecure())}=`;
  const pair = document.cookie.split('; ').find((one) => one.startsWith(start));
  return pair?.slice(start.length);
}
