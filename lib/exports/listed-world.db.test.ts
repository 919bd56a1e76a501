import { expect, test } from 'vitest';
import { countCallbacks, listCallbacks } from '#lib/callbacks/index.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { database, databasePool } from '#lib/database/pools.ts';
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

/** Amounts that no message of the world reports. */
const unreported = {
  payment: ['expected_display_distributed_user_service_fee', 'expected_deposit_distributed_user_service_fee'],
  deposit: [
    ...[
      'deposit_distributed_user_service_fee',
      'uniform_service_fee',
      'uniform_distributed_user_service_fee',
    ],
    ...['display_rate_depeg_loss_amount', 'uniform_rate_depeg_loss_amount'],
  ],
  withdrawal: ['settlement_rate_depeg_loss_amount'],
};

test('every list answers as an oracle for every filter, order, page and role', async () => {
  const { businessId, as } = desk.tenant;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Europe/Berlin' } });
  await receiveWorld(desk);
  await changeWorld(desk);
  for (const [table, columns] of Object.entries(unreported)) {
    const values = columns.map((column, index) => `${column} = ${index + 1}.25`).join(', ');
    await databasePool().query(`UPDATE ${table} SET ${values} WHERE business_id = $1`, [businessId]);
  }
  const oracles = await createOracles(businessId);
  let [compared, matching] = [0, 0];
  const silent: string[] = [];
  for (const engine of engines) {
    const { spec, elsewhere } = engine;
    const oracle = oracles[spec.name];
    if (oracle === undefined) throw new Error(`no oracle of ${spec.name}`);
    expect(oracle.rows.length, spec.name).toBeGreaterThan(15);
    const names = Object.keys(spec.filters).filter((name) => !elsewhere.includes(name));
    const filters = names.flatMap((name) =>
      listValues(oracle, spec, name).map((text) => ({ name, value: text })),
    );
    const seen = new Set<string>();
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
      const [only, ...others] = query.filters;
      if (only !== undefined && others.length === 0 && found > 0) seen.add(only.name);
      if (found > 0 && found < oracle.rows.length) matching += 1;
    }
    silent.push(...names.filter((name) => !seen.has(name)).map((name) => `${spec.name} ${name}`));
  }
  // A filter that finds nothing would agree with any other.
  expect(silent).toEqual([]);
  expect(compared).toBeGreaterThan(400);
  expect(matching).toBeGreaterThan(compared / 3);
}, 180_000);

function requireSome<Item>(items: readonly Item[]): readonly [Item, ...Item[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error('nothing to choose from');
  return [first, ...rest];
}
