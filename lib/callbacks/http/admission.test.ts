import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Admission } from './admission.ts';

const limits = { maximumActive: 2, maximumPerTurn: 2, maximumQueued: 2, maximumWaitMs: 30 };

/** Requests an admission and records its result. */
const requestAdmission = (admission: Admission) => {
  const request: { isAdmitted: boolean | null; afterMs: number } = { isAdmitted: null, afterMs: 0 };
  const startedAt = performance.now();
  const settled = Promise.resolve(admission.enter()).then((isAdmitted) => {
    request.isAdmitted = isAdmitted;
    request.afterMs = performance.now() - startedAt;
  });
  return Object.assign(request, { settled });
};

describe('capacity', () => {
  test('queues callbacks without capacity and admits them in order', async () => {
    const admission = new Admission({ ...limits, maximumWaitMs: 5_000 });
    expect([admission.enter(), admission.enter()]).toEqual([true, true]);
    const [first, second] = [requestAdmission(admission), requestAdmission(admission)];
    await turn();
    admission.leave();
    await first.settled;
    await turn();
    expect([first.isAdmitted, second.isAdmitted]).toEqual([true, null]);
    admission.leave();
    await second.settled;
    expect(second.isAdmitted).toBe(true);
  });

  test('refuses after the maximum wait, and at once when the queue is full', async () => {
    const admission = new Admission(limits);
    admission.enter();
    admission.enter();
    const [first, second] = [requestAdmission(admission), requestAdmission(admission)];
    expect(admission.enter()).toBe(false);
    await Promise.all([first.settled, second.settled]);
    expect([first.isAdmitted, second.isAdmitted]).toEqual([false, false]);
    expect(first.afterMs).toBeGreaterThan(25);
    admission.leave();
    await turn();
    expect(admission.enter()).toBe(true);
  });

  test('frees the capacity of work that fails', async () => {
    const admission = new Admission({ ...limits, maximumActive: 1 });
    await expect(admission.admit(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await turn();
    expect(await admission.admit(async () => 'next')).toBe('next');
  });
});

test('leaves turns of the event loop between admissions', async () => {
  const admission = new Admission({
    ...limits,
    maximumActive: 100,
    maximumQueued: 100,
    maximumWaitMs: 5_000,
  });
  const all = Array.from({ length: 6 }, () => requestAdmission(admission));
  const countAdmitted = () => all.filter(({ isAdmitted }) => isAdmitted === true).length;
  const seen: number[] = [];
  while (countAdmitted() < 6) {
    await Promise.resolve();
    await Promise.resolve();
    seen.push(countAdmitted());
    await turn();
  }
  expect(seen.slice(0, 2)).toEqual([2, 4]);
});

test('refuses queued and new callbacks once closed', async () => {
  const admission = new Admission({ ...limits, maximumWaitMs: 60_000 });
  admission.enter();
  admission.enter();
  const waiting = requestAdmission(admission);
  admission.close();
  await waiting.settled;
  expect([waiting.isAdmitted, admission.enter()]).toEqual([false, false]);
  expect(waiting.afterMs).toBeLessThan(30_000);
});
