/**
 * Marks requests with which an open page renders itself again after a live event or some time. They don't extend a
 * session.
 */
export const liveRefreshCookie = 'live-refresh';
