/**
 * Begins the names of cookies that mark requests with which an open page renders itself again after a live event or some
 * time. They don't extend a session. Each refresh has its own cookie, so that no other refresh removes it.
 */
const liveRefreshPrefix = 'live-refresh';

/** Returns the name of the cookie of one refresh. The id differs between the refreshes of a browser. */
export const liveRefreshCookie = (id: string): string => `${liveRefreshPrefix}-${id}`;

export const isLiveRefreshCookie = (name: string): boolean => name.startsWith(liveRefreshPrefix);

/** Marks a request with which the browser prefetches a page. Next hides its own header from the code of pages. */
export const prefetchHeader = 'x-prefetch';

/** Repeats Next's header of a prefetch under a name that the code of pages sees. */
export function markPrefetch(headers: Record<string, string | string[] | undefined>): void {
  if (headers['next-router-prefetch'] !== undefined) headers[prefetchHeader] = '1';
  else delete headers[prefetchHeader];
}
