import { expect, test } from 'vitest';
import { paymentList } from '#lib/payments/schema/list.ts';
import { toListFileName } from './file-name.ts';

const name = (parameters: Record<string, string>) =>
  toListFileName('Shop', 'payments', {
    spec: paymentList,
    parameters,
    at: '2026-11-20T22:30:00+01:00',
  });

test.each([
  [{}, 'shop-payments-2026-11-20'],
  [{ status: 'EXPIRED,DEPOSITED', sort: 'oldest' }, 'shop-payments-expired-deposited-2026-11-20'],
  [
    { displayCurrency: 'EUR', paymentInitiatedAt: '2026-10-01..2026-10-31' },
    'shop-payments-eur-2026-10-01-to-2026-10-31-2026-11-20',
  ],
  [{ paymentInitiatedAt: 'last-30-days' }, 'shop-payments-last-30-days-2026-11-20'],
  [{ q: 'order 2026/10' }, 'shop-payments-search-2026-11-20'],
  [{ label: '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01' }, 'shop-payments-label-2026-11-20'],
  [{ only: '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01' }, 'shop-payments-selected-2026-11-20'],
])('names a file by %o', (parameters, expected) => {
  expect(name(parameters)).toBe(expected);
});
