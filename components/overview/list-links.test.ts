import { expect, test } from 'vitest';
import { depositList } from '#lib/deposits/schema.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { formatOverviewQuery } from '#lib/reports/schema/overview.ts';
import { parseOverviewQuery } from '#lib/reports/schema/overview-query.ts';
import { instant } from '#lib/values/instant.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { toDepositsHref, toPaymentsHref, toVisitChangesHref, toWithdrawalsHref } from './list-links.ts';

const days = { from: '2026-11-01', to: '2026-11-07' };

function read(spec: ListSpec, href: string) {
  const { pathname, searchParams, hash } = new URL(href, 'https://here.example');
  const { query, ignored } = parseListQuery(spec, (name) => searchParams.get(name));
  return { pathname, hash, ignored, choices: query.choices, days: query.days };
}

/** The service can add any value to an enumeration. */
test.each(['BTC', 'A&B', 'ON,HOLD', 'A#B', '100%', 'a+b c', 'x=y', 'é‰'])(
  'links figures in %s to their rows',
  (value) => {
    const clean = { hash: '', ignored: [] };
    expect(read(depositList, toDepositsHref('/b', days, { depositCurrency: [value] }))).toEqual({
      ...clean,
      pathname: '/b/deposits',
      choices: { status: ['CONFIRMED'], depositCurrency: [value] },
      days: { depositReceivedAt: days },
    });
    expect(read(withdrawalList, toWithdrawalsHref('/b', days, value))).toEqual({
      ...clean,
      pathname: '/b/withdrawals',
      choices: { status: ['COMPLETED'], settlementCurrency: [value] },
      days: { receivedAt: days },
    });
    expect(read(paymentList, toPaymentsHref('/b', days, value))).toEqual({
      ...clean,
      pathname: '/b/payments',
      choices: { status: [value] },
      days: { paymentInitiatedAt: days },
    });
    const query = { days: 30, in: value, out: value } as const;
    const address = new URLSearchParams(formatOverviewQuery(query));
    expect(parseOverviewQuery((name) => address.get(name))).toEqual(query);
  },
);

test.each([
  ['payments', 'payments', paymentList, 'firstObservedAt', {}],
  ['deposits', 'deposits', depositList, 'firstObservedAt', {}],
  ['refunds', 'refunds', refundList, 'firstSeenAt', {}],
  ['withdrawals', 'withdrawals', withdrawalList, 'receivedAt', {}],
  ['exceptions', 'payments', paymentList, 'changedAt', { exception: ['open'] }],
  ['failedWithdrawals', 'withdrawals', withdrawalList, 'changedAt', { status: ['FAILED'] }],
] as const)('links %s to those since the moment', (kind, list, spec, filter, choices) => {
  const since = '2026-11-16T08:00:00.250Z';
  expect(read(spec, toVisitChangesHref('/b', kind, instant(Date.parse(since))))).toEqual({
    ...{ pathname: `/b/${list}`, hash: '', ignored: [], choices },
    days: { [filter]: { since } },
  });
});

test('omits filters that are not needed', () => {
  expect(toDepositsHref('/b', { from: '2026-11-07', to: '2026-11-07' })).toBe(
    '/b/deposits?depositReceivedAt=2026-11-07&status=CONFIRMED',
  );
  expect(toPaymentsHref('/b', days)).toBe('/b/payments?paymentInitiatedAt=2026-11-01..2026-11-07');
});
