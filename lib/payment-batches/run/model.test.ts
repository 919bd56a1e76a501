import { expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { decideNextStep } from './model.ts';

const now = instant(1_000_000);
const calm = { unknownInARow: 0, unsentInARow: 0, refusedInARow: 0 };
const result = (
  outcome: Parameters<typeof decideNextStep>[0]['outcome'],
  httpStatus: number | null = null,
) => ({
  outcome,
  httpStatus,
  retryAt: null,
  error: null,
});

test('continues at once after a created or refused payment', () => {
  const step = { ...calm, pause: null, notBefore: null };
  const trouble = { unknownInARow: 2, unsentInARow: 0, refusedInARow: 9 };
  expect(decideNextStep(result('CREATED', 200), trouble, now)).toEqual(step);
  expect(decideNextStep(result('REJECTED', 422), calm, now)).toEqual({ ...step, refusedInARow: 1 });
});

test('pauses after three unknown outcomes in a row', () => {
  expect(decideNextStep(result('UNKNOWN'), calm, now)).toMatchObject({ pause: null, notBefore: null });
  expect(decideNextStep(result('UNKNOWN'), { ...calm, unknownInARow: 2 }, now).pause).toBe('unknown');
});

test.each([400, 404, 422, 429])('pauses after ten payments in a row that are refused with %d', (status) => {
  const refused = (refusedInARow: number) =>
    decideNextStep(result('REJECTED', status), { ...calm, refusedInARow }, now);
  expect(refused(8)).toMatchObject({ pause: null, refusedInARow: 9 });
  expect(refused(9)).toMatchObject({ pause: 'refused', refusedInARow: 10 });
  // A row that was not sent says nothing about refusals.
  for (const outcome of ['DRAFT', 'invalid'] as const)
    expect(decideNextStep(result(outcome), { ...calm, refusedInARow: 9 }, now).refusedInARow).toBe(9);
  expect(decideNextStep(result('UNKNOWN'), { ...calm, refusedInARow: 9 }, now).refusedInARow).toBe(0);
});

test.each([429, 500, 503])('delays later rows after %d', (status) => {
  expect(decideNextStep(result('UNKNOWN', status), calm, now).notBefore).toBeGreaterThan(now);
});

test.each([429, 503])('delays later rows when %d means that a payment was not created', (status) => {
  const step = decideNextStep(result('REJECTED', status), calm, now);
  expect(step).toMatchObject({ pause: null, unsentInARow: 1 });
  expect(step.notBefore).toBeGreaterThan(now);
  const retryAt = instant(now + 60_000);
  expect(decideNextStep({ ...result('REJECTED', status), retryAt }, calm, now).notBefore).toBe(retryAt);
  const later = { ...calm, unsentInARow: 4 };
  expect(decideNextStep(result('REJECTED', status), later, now).notBefore).toBe(now + 32_000);
  expect(decideNextStep(result('REJECTED', 422), later, now)).toMatchObject({
    pause: null,
    unsentInARow: 0,
  });
});

test('pauses while nothing can be sent or the credentials are refused', () => {
  const twice = { ...calm, unsentInARow: 2 };
  expect(decideNextStep(result('DRAFT'), twice, now).pause).toBe('unreachable');
  expect(decideNextStep(result('REJECTED', 401), twice, now).pause).toBe('failing');
});
