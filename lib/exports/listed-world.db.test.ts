import { expect, test } from 'vitest';
import { countCallbacks, listCallbacks } from '#lib/callbacks/index.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { database } from '#lib/database/pools.ts';
import { countDeposits, listDeposits, readDepositTotals } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { countPayments, listPayments, readPaymentTotals } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { countRefunds, listRefunds, readRefundTotals } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { createRetentionFixture } from '#lib/retention/testing/retention-fixture.ts';
import { countWithdrawals, listWithdrawals, readWithdrawalTotals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { changeWorld, pick, receiveWorld } from './testing/folded-world.ts';
import type { ListEngine } from './testing/list-oracle.ts';
import { expectSame, listValues } from './testing/list-oracle.ts';
import { createOracles } from './testing/list-oracles.ts';

const desk = createRetentionFixture();

const engines: readonly (ListEngine & { readonly elsewhere: readonly string[] })[] = [
  {
    ...{ spec: paymentList, list: listPayments, count: countPayments, totals: readPaymentTotals },
    rowId: 'paymentId',
    // They depend on the clock and on what people did. Tests of their own compare them.
    elsewhere: ['expires', 'exception'],
  },
  {
    ...{ spec: depositList, list: listDeposits, count: countDeposits, totals: readDepositTotals },
    ...{ rowId: 'depositId', elsewhere: [] },
  },
  {
    ...{ spec: refundList, list: listRefunds, count: countRefunds, totals: readRefundTotals },
    ...{ rowId: 'depositId', elsewhere: [] },
  },
  {
    ...{ spec: withdrawalList, list: listWithdrawals, count: countWithdrawals, totals: readWithdrawalTotals },
    ...{ rowId: 'withdrawalId', elsewhere: [] },
  },
  {
    ...{ spec: callbackList, list: listCallbacks, count: countCallbacks, totals: null },
    // Shown results depend on the reasons that a person may see.
    ...{ rowId: 'messageId', elsewhere: ['verdict'] },
  },
];

test('every list answers as an oracle for every filter, order, page and role', async () => {
  const { businessId, as } = desk.tenant;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Europe/Berlin' } });
  await receiveWorld(desk);
  await changeWorld(desk);
  const oracles = await createOracles(businessId);
  let [compared, matching] = [0, 0];
  for (const engine of engines) {
    const { spec, elsewhere } = engine;
    const oracle = oracles[spec.name];
    if (oracle === undefined) throw new Error(`no oracle of ${spec.name}`);
    expect(oracle.rows.length, spec.name).toBeGreaterThan(15);
    const names = Object.keys(spec.filters).filter((name) => !elsewhere.includes(name));
    const filters = names.flatMap((name) =>
      listValues(oracle, spec, name).map((text) => ({ name, value: text })),
    );
    const sorts = Object.keys(spec.sorts ?? {}).flatMap((name) => [`${name}.asc`, `${name}.desc`]);
    const orders = [null, 'oldest', ...sorts];
    const combined = Array.from({ length: 20 }, () => ({
      filters: [pick(...requireSome(filters)), pick(...requireSome(filters))].filter(
        (one, index, both) => index === 0 || one.name !== both[0]?.name,
      ),
      sort: pick(null, ...orders),
    }));
    const queries = [
      ...orders.map((sort) => ({ filters: [], sort })),
      // One currency, so that its amounts order the list.
      ...Object.entries(spec.sorts ?? {}).flatMap(([name, { currency }]) =>
        currency === undefined
          ? []
          : listValues(oracle, spec, currency).flatMap((text) =>
              ['asc', 'desc'].map((way) => ({
                filters: [{ name: currency, value: text }],
                sort: `${name}.${way}`,
              })),
            ),
      ),
      ...filters.map((filter) => ({ filters: [filter], sort: pick(null, 'oldest') })),
      ...combined,
    ];
    for (const [index, query] of queries.entries()) {
      // Only people who may see risk detail have its filters. Callbacks have other rows for everyone else.
      const seesRisk = index % 2 === 0 || spec.name === 'callbacks';
      const hidden = names.filter((name) => {
        const filter = spec.filters[name];
        return !seesRisk && filter?.kind === 'choice' && filter.risk === true;
      });
      const context = seesRisk ? as.compliance : as.viewer;
      const found = await expectSame(engine, oracle, { context, businessId }, query, hidden);
      compared += 1;
      if (found > 0 && found < oracle.rows.length) matching += 1;
    }
  }
  expect(compared).toBeGreaterThan(400);
  expect(matching).toBeGreaterThan(compared / 3);
}, 180_000);

function requireSome<Item>(items: readonly Item[]): readonly [Item, ...Item[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error('nothing to choose from');
  return [first, ...rest];
}
