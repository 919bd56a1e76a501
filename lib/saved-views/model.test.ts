import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasRiskFilter, normalizeViewQuery } from './model.ts';

test('keeps filters, order and display settings only', () => {
  expect(
    normalizeViewQuery(
      'status=NEW,PENDING&after=abc&open=1&view=2&only=3&density=compact&columns=a,b&sort=oldest',
    ),
  ).toBe('columns=a,b&density=compact&sort=oldest&status=NEW,PENDING');
  expect(normalizeViewQuery('paymentInitiatedAt=last-7-days&price=EUR:1..2')).toBe(
    'paymentInitiatedAt=last-7-days&price=EUR:1..2',
  );
});

test('returns the same query when applied again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normalizeViewQuery(normalizeViewQuery(text))).toBe(normalizeViewQuery(text));
    }),
    { numRuns: 5_000 },
  );
});

test('recognizes views that filter by risk detail', () => {
  expect(hasRiskFilter('status=NEW')).toBe(false);
  expect(hasRiskFilter('assessment=never&status=NEW')).toBe(true);
});
