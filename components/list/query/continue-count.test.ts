import { expect, test, vi } from 'vitest';
import type { ListCount } from '#lib/lists/model/query.ts';
import { addCounts, countBound } from '#lib/lists/model/query.ts';
import { continueCount } from './continue-count.ts';

const part = (count: number, after?: string): ListCount => ({
  count,
  more: after !== undefined,
  ...(after !== undefined && { after }),
});

/** Continues a count through these answers and returns the requests and reports. */
async function runCount(answers: readonly ListCount[], previous?: ListCount) {
  const requests: string[] = [];
  const reportedCounts: number[] = [];
  let known = previous;
  const [first = part(0), ...rest] = answers;
  const read = async (after: string) => rest[Math.min(requests.push(after), rest.length) - 1] ?? first;
  const report = (soFar: ListCount) => {
    known = soFar;
    reportedCounts.push(soFar.count);
  };
  const count = await continueCount(first, read, () => known, report);
  return { count, requests, reportedCounts };
}

test('adds parts until the list ends and reports progress', async () => {
  expect(await runCount([part(1_200, 'a'), part(0, 'b'), part(34, 'c'), part(5)])).toEqual({
    count: { count: 1_239, more: false },
    requests: ['a', 'b', 'c'],
    reportedCounts: [1_200, 1_234],
  });
});

test('stops after a complete answer', async () => {
  expect(await runCount([part(12)])).toEqual({
    count: { count: 12, more: false },
    requests: [],
    reportedCounts: [],
  });
});

test('stops at the bound and is exact at it', async () => {
  const past = { count: countBound, more: true };
  expect((await runCount([part(9_000, 'a'), part(2_000, 'b'), part(7)])).count).toEqual(past);
  expect((await runCount([part(9_000, 'a'), past])).count).toEqual(past);
  expect((await runCount([part(9_000, 'a'), part(1_000)])).count).toEqual({ count: countBound, more: false });
});

test('keeps the former count until a new one exceeds it', async () => {
  const answers = [part(1_000, 'a'), part(1_000, 'b'), part(10)];
  expect((await runCount(answers, { count: 1_990, more: false })).reportedCounts).toEqual([]);
  expect((await runCount(answers, { count: 1_500, more: true })).reportedCounts).toEqual([2_000]);
});

test('restarts the count after an invalid cursor', async () => {
  const restarted: ListCount = { ...part(40, 'x'), isCursorInvalid: true };
  const { count, requests } = await runCount([part(1_000, 'a'), restarted, part(2)]);
  expect(count).toEqual({ count: 42, more: false });
  expect(requests).toEqual(['a', 'x']);
  expect(addCounts(part(7, 'a'), { count: 3, more: false, isCursorInvalid: true })).toEqual(part(3));
});

test('stops after 300 requests and throws when one fails', async () => {
  const { count, requests } = await runCount([part(1, 'on')]);
  expect([count, requests.length]).toEqual([{ count: 300, more: true }, 299]);
  const read = vi.fn().mockResolvedValueOnce(part(5, 'b')).mockRejectedValue(new Error('left'));
  await expect(
    continueCount(
      part(1, 'a'),
      read,
      () => undefined,
      () => {},
    ),
  ).rejects.toThrow('left');
  expect(read).toHaveBeenCalledTimes(2);
});
