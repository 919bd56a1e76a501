import { expect, test } from 'vitest';
import {
  isLiveRefreshCookie,
  liveRefreshCookie,
  markPrefetch,
  prefetchHeader,
} from './model-unattended-requests.ts';

test('recognizes the cookie of each refresh', () => {
  const at = (page: string, isSecure = false) => ({ page, isSecure });
  for (const id of ['a', 'b']) {
    const cookie = { name: liveRefreshCookie(id), value: '/b/payments' };
    expect(isLiveRefreshCookie(cookie, at('/b/payments?page=2'))).toBe(true);
    // The person opens another page in the meantime.
    expect(isLiveRefreshCookie(cookie, at('/b/refunds'))).toBe(false);
    expect(isLiveRefreshCookie(cookie, at('/b/payments', true))).toBe(false);
    const bound = { ...cookie, name: `__Host-${cookie.name}` };
    expect(isLiveRefreshCookie(bound, at('/b/payments', true))).toBe(true);
  }
  expect(isLiveRefreshCookie({ name: 'next-auth.session-token', value: '/' }, at('/'))).toBe(false);
});

test('marks prefetches, whatever the request says itself', () => {
  const prefetch = { 'next-router-prefetch': '1' };
  markPrefetch(prefetch);
  expect(prefetch).toEqual({ 'next-router-prefetch': '1', [prefetchHeader]: '1' });
  const visit = { [prefetchHeader]: '1', accept: '*/*' };
  markPrefetch(visit);
  expect(visit).toEqual({ accept: '*/*' });
});
