import { toCookieName } from './model-cookie-name.ts';

/**
 * Begins the names of cookies that mark requests with which an open page renders itself again after a live event or some
 * time. They don't extend a session. Each refresh has its own cookie, so that no other refresh removes it.
 */
const liveRefreshPrefix = 'live-refresh';

/** Returns the name of the cookie of one refresh. The id differs between the refreshes of a browser. */
export const liveRefreshCookie = (id: string): string => `${liveRefreshPrefix}-${id}`;

/** Returns true for a cookie that marks the requests of this page. Its value is the path of the page. */
export function isLiveRefreshCookie(
  { name, value }: { readonly name: string; readonly value: string },
  { page, isSecure }: { readonly page: string; readonly isSecure: boolean },
): boolean {
  return name.startsWith(toCookieName(liveRefreshPrefix, isSecure)) && value === page.split('?', 1)[0];
}

/** Marks a request with which the browser prefetches a page. Next hides its own header from the code of pages. */
export const prefetchHeader = 'x-prefetch';

/** Repeats Next's header of a prefetch under a name that the code of pages sees. */
export function markPrefetch(headers: Record<string, string | string[] | undefined>): void {
  if (headers['next-router-prefetch'] !== undefined) headers[prefetchHeader] = '1';
  else delete headers[prefetchHeader];
}
