import { expect, test } from 'vitest';
import {
  isLiveRefreshCookie,
  liveRefreshCookie,
  markPrefetch,
  prefetchHeader,
} from './unattended-requests.ts';

test('recognizes the cookie of each refresh', () => {
  expect(['a', 'b'].map(liveRefreshCookie).map(isLiveRefreshCookie)).toEqual([true, true]);
  expect(isLiveRefreshCookie('next-auth.session-token')).toBe(false);
});

test('marks prefetches, whatever the request says itself', () => {
  const prefetch = { 'next-router-prefetch': '1' };
  markPrefetch(prefetch);
  expect(prefetch).toEqual({ 'next-router-prefetch': '1', [prefetchHeader]: '1' });
  const visit = { [prefetchHeader]: '1', accept: '*/*' };
  markPrefetch(visit);
  expect(visit).toEqual({ accept: '*/*' });
});
