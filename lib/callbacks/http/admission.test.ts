import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Admission } from './admission.ts';

const limits = { mostInside: 2, mostAtOnce: 2, mostWaiting: 2, longestWaitMs: 30 };

/** What became of asking, so far. */
const asked = (admission: Admission) => {
  const one: { isIn: boolean | null; afterMs: number } = { isIn: null, afterMs: 0 };
  const begun = performance.now();
  const told = Promise.resolve(admission.enter()).then((isIn) => {
    one.isIn = isIn;
    one.afterMs = performance.now() - begun;
  });
  return Object.assign(one, { told });
};

describe('room', () => {
  test('whoever finds none waits, and is let in when somebody leaves, in the order of coming', async () => {
    const admission = new Admission({ ...limits, longestWaitMs: 5_000 });
    expect([admission.enter(), admission.enter()]).toEqual([true, true]);
    const [first, second] = [asked(admission), asked(admission)];
    await turn();
    admission.leave();
    await first.told;
    await turn();
    expect([first.isIn, second.isIn]).toEqual([true, null]);
    admission.leave();
    await second.told;
    expect(second.isIn).toBe(true);
  });

  test('whoever waits for too long is refused; whoever finds too many waiting is refused at once', async () => {
    const admission = new Admission(limits);
    admission.enter();
    admission.enter();
    const [first, second] = [asked(admission), asked(admission)];
    expect(admission.enter()).toBe(false);
    await Promise.all([first.told, second.told]);
    expect([first.isIn, second.isIn]).toEqual([false, false]);
    expect(first.afterMs).toBeGreaterThan(25);
    admission.leave();
    await turn();
    expect(admission.enter()).toBe(true);
  });

  test('what fails leaves its place', async () => {
    const admission = new Admission({ ...limits, mostInside: 1 });
    await expect(admission.admit(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await turn();
    expect(await admission.admit(async () => 'next')).toBe('next');
  });
});

test('others have their turn between those who are let in', async () => {
  const admission = new Admission({ ...limits, mostInside: 100, mostWaiting: 100, longestWaitMs: 5_000 });
  const all = Array.from({ length: 6 }, () => asked(admission));
  const inside = () => all.filter(({ isIn }) => isIn === true).length;
  const seen: number[] = [];
  while (inside() < 6) {
    await Promise.resolve();
    await Promise.resolve();
    seen.push(inside());
    await turn();
  }
  expect(seen.slice(0, 2)).toEqual([2, 4]);
});

test('closed: who waits is refused at once, and so is who comes', async () => {
  const admission = new Admission({ ...limits, longestWaitMs: 5_000 });
  admission.enter();
  admission.enter();
  const waiting = asked(admission);
  admission.close();
  await waiting.told;
  expect([waiting.isIn, admission.enter()]).toEqual([false, false]);
  expect(waiting.afterMs).toBeLessThan(1_000);
});
