import { expect, test } from 'vitest';
import { Admission } from './admission.ts';

test('no more are let in than may be; the others are refused a little later, and room is made again', async () => {
  const admission = new Admission({ mostInside: 2, mostHeld: 1, holdMs: 30 });
  const work = Promise.withResolvers<string>();
  const inside = [admission.admit(() => work.promise), admission.admit(() => work.promise)];
  const begun = performance.now();
  const held = admission.admit(() => work.promise);
  expect(await admission.admit(() => work.promise)).toBeNull();
  expect(performance.now() - begun).toBeLessThan(25);
  expect(await held).toBeNull();
  expect(performance.now() - begun).toBeGreaterThan(25);
  work.resolve('kept');
  expect(await Promise.all(inside)).toEqual(['kept', 'kept']);
  expect(await admission.admit(async () => 'next')).toBe('next');
});

test('what fails leaves its place', async () => {
  const admission = new Admission({ mostInside: 1, mostHeld: 1, holdMs: 1 });
  await expect(admission.admit(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await admission.admit(async () => 'next')).toBe('next');
});
