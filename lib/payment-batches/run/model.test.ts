import { expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { decideNextStep } from './model.ts';

const now = instant(1_000_000);
const calm = { unknownInARow: 0, unsentInARow: 0, refusedInARow: 0 };
const result = (
  outcome: Parameters<typeof decideNextStep>[0]['outcome'],
  httpStatus: number | null = null,
) => ({ outcome, httpStatus, error: null });

test('continues at once after a created or refused payment', () => {
  const step = { ...calm, pause: null, notBefore: null };
  const trouble = { unknownInARow: 2, unsentInARow: 0, refusedInARow: 9 };
  expect(decideNextStep(result('CREATED', 200), trouble, now)).toEqual(step);
  expect(decideNextStep(result('REJECTED', 422), calm, now)).toEqual({ ...step, refusedInARow: 1 });
});

test.each([null, 408, 429, 500, 503])('pauses at the first unknown outcome, with status %s', (status) => {
  expect(decideNextStep(result('UNKNOWN', status), calm, now)).toEqual({
    ...calm,
    pause: 'unknown',
    notBefore: null,
  });
});

test.each([429, 503])(
  'pauses at the first %d, also when it means that a payment was not created',
  (status) => {
    expect(decideNextStep(result('REJECTED', status), calm, now)).toMatchObject({
      pause: 'overloaded',
      refusedInARow: 1,
    });
  },
);

test.each([400, 404, 422])('pauses after ten payments in a row that are refused with %d', (status) => {
  const refused = (refusedInARow: number) =>
    decideNextStep(result('REJECTED', status), { ...calm, refusedInARow }, now);
  expect(refused(8)).toMatchObject({ pause: null, refusedInARow: 9 });
  expect(refused(9)).toMatchObject({ pause: 'refused', refusedInARow: 10 });
  // A row that was not sent says nothing about refusals.
  for (const outcome of ['UNSENT', 'invalid'] as const)
    expect(decideNextStep(result(outcome), { ...calm, refusedInARow: 9 }, now).refusedInARow).toBe(9);
});

test('waits longer with each attempt that sends nothing, then pauses', () => {
  const unsent = (unsentInARow: number) => decideNextStep(result('UNSENT'), { ...calm, unsentInARow }, now);
  expect(unsent(0)).toMatchObject({ pause: null, notBefore: now + 2_000 });
  expect(unsent(1)).toMatchObject({ pause: null, notBefore: now + 4_000 });
  expect(unsent(2).pause).toBe('unreachable');
  const twice = { ...calm, unsentInARow: 2 };
  expect(decideNextStep(result('REJECTED', 401), twice, now)).toMatchObject({
    pause: 'failing',
    notBefore: null,
  });
});
