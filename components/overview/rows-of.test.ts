import { expect, test } from 'vitest';
import { depositList } from '#lib/deposits/schema.ts';
import { paymentList } from '#lib/payments/schema-list.ts';
import { overviewAddress, readOverviewAsked } from '#lib/reports/schema-overview.ts';
import type { ListSpec } from '#lib/values/list-query.ts';
import { readListQuery } from '#lib/values/list-query.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { depositsOf, paymentsOf, withdrawalsOf } from './rows-of.ts';

const days = { from: '2026-11-01', to: '2026-11-07' };

function read(spec: ListSpec, href: string) {
  const { pathname, searchParams, hash } = new URL(href, 'https://here.example');
  const { query, ignored } = readListQuery(spec, (name) => searchParams.get(name));
  return { pathname, hash, ignored, choices: query.choices, days: query.days };
}

/** An enumeration of the service may grow by any text. */
test.each(['BTC', 'A&B', 'ON,HOLD', 'A#B', '100%', 'a+b c', 'x=y', 'é‰'])(
  'figures in %s lead to their rows',
  (value) => {
    const told = { hash: '', ignored: [] };
    expect(read(depositList, depositsOf('/b', days, { depositCurrency: [value] }))).toEqual({
      ...told,
      pathname: '/b/deposits',
      choices: { status: ['CONFIRMED'], depositCurrency: [value] },
      days: { depositReceivedAt: days },
    });
    expect(read(withdrawalList, withdrawalsOf('/b', days, value))).toEqual({
      ...told,
      pathname: '/b/withdrawals',
      choices: { status: ['COMPLETED'], settlementCurrency: [value] },
      days: { receivedAt: days },
    });
    expect(read(paymentList, paymentsOf('/b', days, value))).toEqual({
      ...told,
      pathname: '/b/payments',
      choices: { status: [value] },
      days: { paymentInitiatedAt: days },
    });
    const asked = { days: 30, in: value, out: value } as const;
    const address = new URLSearchParams(overviewAddress(asked));
    expect(readOverviewAsked((name) => address.get(name))).toEqual(asked);
  },
);

test('a link stays as short as a person would write it', () => {
  expect(depositsOf('/b', { from: '2026-11-07', to: '2026-11-07' })).toBe(
    '/b/deposits?depositReceivedAt=2026-11-07&status=CONFIRMED',
  );
  expect(paymentsOf('/b', days)).toBe('/b/payments?paymentInitiatedAt=2026-11-01..2026-11-07');
});
