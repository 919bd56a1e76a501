import { afterEach, expect, test, vi } from 'vitest';
import { RequestFailed, requestJson } from './request-json.ts';
import { canRetry, retryDelayMs } from './retry.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function failWith(status: number, headers: Record<string, string> = {}): Promise<unknown> {
  vi.stubGlobal('fetch', async () => Response.json({}, { status, headers }));
  return requestJson('/x', { parse: (value) => value }).catch((error: unknown) => error);
}

test('sends a query again after 429, when the server asks for it', async () => {
  const error = await failWith(429, { 'retry-after': '2' });
  expect(error).toBeInstanceOf(RequestFailed);
  expect([0, 1, 2].map((failures) => canRetry(failures, error))).toEqual([true, true, false]);
  expect([0, 1, 9].map((failures) => retryDelayMs(failures, error))).toEqual([2_000, 4_000, 30_000]);
});

test('sends a query again after a failure of the server, and not after a refusal', async () => {
  expect(canRetry(0, await failWith(503))).toBe(true);
  expect(canRetry(0, new TypeError('lost'))).toBe(true);
  expect(canRetry(0, await failWith(403))).toBe(false);
  expect(retryDelayMs(0, await failWith(503))).toBe(1_000);
});
