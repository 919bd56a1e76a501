import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksAtRisk, viewQuery } from './model.ts';

test('a view keeps filters, order and look, and nothing that passes', () => {
  expect(
    viewQuery('status=NEW,PENDING&after=abc&open=1&view=2&only=3&density=compact&columns=a,b&sort=oldest'),
  ).toBe('columns=a,b&density=compact&sort=oldest&status=NEW,PENDING');
  expect(viewQuery('paymentInitiatedAt=last-7-days&price=EUR:1..2')).toBe(
    'paymentInitiatedAt=last-7-days&price=EUR:1..2',
  );
});

test('whatever is given, what is kept is kept again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(viewQuery(viewQuery(text))).toBe(viewQuery(text));
    }),
    { numRuns: 5_000 },
  );
});

test('a view that filters by risk detail is told apart', () => {
  expect(looksAtRisk('status=NEW')).toBe(false);
  expect(looksAtRisk('assessment=never&status=NEW')).toBe(true);
});
