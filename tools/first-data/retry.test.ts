import { expect, test, vi } from 'vitest';
import { ConnectionError } from '#lib/database/errors.ts';
import { describeFailure, retryWhileUnavailable } from './retry.ts';

const delays = () => {
  const waited: number[] = [];
  return { waited, wait: async (milliseconds: number) => void waited.push(milliseconds) };
};

test.each([
  ['a slow connection', new ConnectionError('timeout exceeded when trying to connect')],
  ['a starting database', Object.assign(new Error('starting up'), { code: '57P03' })],
  ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['a lock that was not free', Object.assign(new Error('lock timeout'), { code: '55P03' })],
  [
    'a sandbox that does not listen yet',
    new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) }),
  ],
  ['a sandbox that does not answer', new DOMException('timed out', 'TimeoutError')],
])('tries again with growing delays after %s', async (_name, failure) => {
  const { waited, wait } = delays();
  const work = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(failure)
    .mockRejectedValueOnce(failure)
    .mockResolvedValue();
  await retryWhileUnavailable(work, wait);
  expect([work.mock.calls.length, waited]).toEqual([3, [500, 1_000]]);
});

test('gives up after eight attempts, and at once after another failure', async () => {
  const { waited, wait } = delays();
  const connectionError = new ConnectionError('timeout exceeded when trying to connect');
  await expect(retryWhileUnavailable(() => Promise.reject(connectionError), wait)).rejects.toBe(
    connectionError,
  );
  expect(waited).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  const broken = new Error('broken');
  const work = vi.fn(() => Promise.reject(broken));
  await expect(retryWhileUnavailable(work, wait)).rejects.toBe(broken);
  expect(work).toHaveBeenCalledTimes(1);
});

test('describes a failure in one line without its stack', () => {
  expect(describeFailure(new Error('timeout\n  at connect'))).toBe('timeout');
  expect(describeFailure(new Error(''))).toBe('Error');
  expect(describeFailure('gone')).toBe('gone');
});
