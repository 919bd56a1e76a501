import { afterEach, expect, test, vi } from 'vitest';
import { readCookie, storeCookie } from './browser-cookies.ts';

afterEach(() => vi.unstubAllGlobals());

const lax = { seconds: 60, sameSite: 'lax' } as const;

test('binds a cookie to this host over https', () => {
  vi.stubGlobal('location', { protocol: 'https:' });
  const browser = { cookie: '' };
  vi.stubGlobal('document', browser);
  storeCookie('ch-theme', 'da;rk', lax);
  expect(browser.cookie).toBe('__Host-ch-theme=da%3Brk; Path=/; Max-Age=60; SameSite=lax; Secure');
  browser.cookie = 'ch-theme=planted; __Host-ch-theme=dark';
  expect(readCookie('ch-theme')).toBe('dark');
});

test('stores a cookie without the prefix over http', () => {
  vi.stubGlobal('location', { protocol: 'http:' });
  const browser = { cookie: '' };
  vi.stubGlobal('document', browser);
  storeCookie('ch-theme', 'dark', lax);
  expect(browser.cookie).toBe('ch-theme=dark; Path=/; Max-Age=60; SameSite=lax');
  browser.cookie = 'ch-zone=UTC; ch-theme=dark';
  expect([readCookie('ch-theme'), readCookie('ch-times')]).toEqual(['dark', undefined]);
});
