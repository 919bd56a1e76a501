import { beforeEach, expect, test, vi } from 'vitest';
import { isForwardedHeaderIgnored, watchForwardedHeader } from './forwarded-header.ts';

const warn = vi.hoisted(() => vi.fn());
const env = vi.hoisted(() => ({ TRUST_PROXY: 0 }));
vi.mock('#lib/platform/log.ts', () => ({ logger: () => ({ warn }) }));
vi.mock('#lib/platform/env.ts', () => ({ env }));

beforeEach(() => {
  globalThis.countinghouseForwardedHeader = undefined;
  env.TRUST_PROXY = 0;
});

test('logs an ignored X-Forwarded-For once per process', () => {
  watchForwardedHeader();
  expect(isForwardedHeaderIgnored()).toBe(false);
  for (let n = 0; n < 3; n += 1) globalThis.countinghouseForwardedHeader?.noteUntrusted();
  watchForwardedHeader();
  globalThis.countinghouseForwardedHeader?.noteUntrusted();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[0]).toContain('TRUST_PROXY');
  expect(isForwardedHeaderIgnored()).toBe(true);
  env.TRUST_PROXY = 1;
  expect(isForwardedHeaderIgnored()).toBe(false);
});
