import { expect, test, vi } from 'vitest';
import { ListenProbe } from './listen-probe.ts';

function create(send: () => Promise<void> = async () => undefined) {
  const calls = { send: vi.fn(send), onDeaf: vi.fn(), onMissed: vi.fn(), onHearing: vi.fn() };
  const counts = () =>
    [calls.send, calls.onDeaf, calls.onMissed, calls.onHearing].map(({ mock }) => mock.calls.length);
  return { hearing: new ListenProbe(calls), counts };
}

test('reports a connection that receives no test, once, and that changes may be lost at each check', async () => {
  const { hearing, counts } = create();
  await hearing.check();
  expect(counts()).toEqual([1, 0, 0, 0]);
  await hearing.check();
  expect(counts()).toEqual([2, 1, 1, 0]);
  await hearing.check();
  expect(counts()).toEqual([3, 1, 2, 0]);
  hearing.hear();
  expect(counts()).toEqual([3, 1, 2, 1]);
});

test('sends no test while notifications arrive', async () => {
  const { hearing, counts } = create();
  for (let times = 0; times < 3; times += 1) {
    hearing.hear();
    await hearing.check();
  }
  expect(counts()).toEqual([0, 0, 0, 0]);
  await hearing.check();
  hearing.hear();
  await hearing.check();
  expect(counts()).toEqual([1, 0, 0, 0]);
});

test('a notification may arrive before the answer to its statement', async () => {
  const created = create(async () => created.hearing.hear());
  await created.hearing.check();
  await created.hearing.check();
  await created.hearing.check();
  expect(created.counts()).toEqual([2, 0, 0, 0]);
});

test('reports nothing while tests can not be sent', async () => {
  const { hearing, counts } = create(() => Promise.reject(new Error('the database is away')));
  await hearing.check();
  await hearing.check();
  expect(counts()).toEqual([2, 0, 0, 0]);
});

test('waits for a frozen database', async () => {
  const frozen = Promise.withResolvers<void>();
  const { hearing, counts } = create(() => frozen.promise);
  const first = hearing.check();
  await hearing.check();
  expect(counts()).toEqual([1, 0, 0, 0]);
  frozen.resolve();
  await first;
  await hearing.check();
  expect(counts()).toEqual([2, 1, 1, 0]);
});
