import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { depositDefinition } from '#lib/deposits/index.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import { listCondition } from '#lib/lists/definition.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { readAll } from '#lib/lists/read-all.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { toFilterColumns } from '#lib/records/index.ts';
import * as deposit from '#lib/records/model/deposit.ts';
import * as payment from '#lib/records/model/payment.ts';
import * as withdrawal from '#lib/records/model/withdrawal.ts';
import { refundDefinition } from '#lib/refunds/index.ts';
import { withdrawalDefinition } from '#lib/withdrawals/index.ts';

/** Compares the filters by stored facts with conditions on the columns, for new and for changed records. */
let tenant: Tenant;

const inCoin =
  '(p.display_currency IS NULL OR p.expected_display_amount IS NULL AND p.expected_deposit_amount IS NOT NULL)';
const buildComparison = (column: string) => (values: string) => `${column} = ANY(${values})`;

/** The condition of each filter, for a placeholder with its values. */
const lists: Readonly<
  Record<
    string,
    {
      readonly definition: ListDefinition;
      readonly filters: Readonly<
        Record<string, readonly [values: readonly string[], sql: (values: string) => string]>
      >;
    }
  >
> = {
  payments: {
    definition: paymentDefinition,
    filters: {
      status: [['NEW', 'EXPIRED', 'OTHER'], buildComparison('p.status')],
      type: [['ONE_TIME', 'REUSABLE'], buildComparison('p.type')],
      rateType: [['FIXED', 'FLOATING'], buildComparison('p.rate_type')],
      depositCurrency: [['BTC', 'ETH'], buildComparison('p.deposit_currency')],
      expectedNetwork: [['BITCOIN', 'ETHEREUM'], buildComparison('p.expected_network')],
      displayCurrency: [['EUR', 'USD'], buildComparison('p.display_currency')],
      overpaymentPolicy: [['REFUND', 'KEEP'], buildComparison('p.overpayment_policy')],
      redirectMode: [['AUTO', 'MANUAL'], buildComparison('p.redirect_mode')],
      locale: [['de', 'en', 'fi'], buildComparison("lower(split_part(replace(p.locale, '_', '-'), '-', 1))")],
      pricedIn: [
        ['EUR', 'USD', 'BTC', 'ETH'],
        buildComparison(`CASE WHEN ${inCoin} THEN p.deposit_currency ELSE p.display_currency END`),
      ],
      actualIn: [
        ['EUR', 'USD', 'BTC', 'ETH'],
        buildComparison(
          `CASE WHEN NOT ${inCoin} THEN p.display_currency WHEN p.currency_mismatch IS NOT TRUE THEN p.deposit_currency END`,
        ),
      ],
      depositStatus: [['NEW', 'CONFIRMED', 'BLOCKED'], (values) => `p.deposit_statuses && ${values}`],
      refundStatus: [['NEW', 'CONFIRMED'], (values) => `p.refund_statuses && ${values}`],
      refundFollowUpDepositsForOneTimePayments: [
        ['true', 'false'],
        buildComparison('p.refund_follow_up_deposits_for_one_time_payments::text'),
      ],
      derived: [
        [
          'under',
          'exact',
          'over',
          'late',
          'mismatch',
          'several',
          'no-deposit',
          'no-eur',
          'callback-only',
          'conflict',
        ],
        (
          values,
        ) => `ARRAY[p.coverage, CASE WHEN p.late THEN 'late' END, CASE WHEN p.currency_mismatch THEN 'mismatch' END,
          CASE WHEN p.deposit_count > 1 THEN 'several' END, CASE WHEN p.deposit_count = 0 THEN 'no-deposit' END,
          CASE WHEN p.confirmed_deposit_count > 0 AND coalesce(p.actual_uniform_amount, 0) = 0 THEN 'no-eur' END,
          CASE WHEN NOT p.record_seen THEN 'callback-only' END, CASE WHEN p.conflicts <> '[]' THEN 'conflict' END] && ${values}`,
      ],
    },
  },
  deposits: {
    definition: depositDefinition,
    filters: {
      status: [['NEW', 'CONFIRMED', 'BLOCKED'], buildComparison('d.status')],
      depositCurrency: [['BTC', 'ETH'], buildComparison('d.deposit_currency')],
      network: [['BITCOIN', 'ETHEREUM'], buildComparison('d.network')],
      displayCurrency: [['EUR', 'USD'], buildComparison('d.display_currency')],
      settlementCurrency: [['EUR', 'USDC'], buildComparison('d.settlement_currency')],
      rateType: [['FIXED', 'FLOATING'], buildComparison('d.rate_type')],
      refundStatus: [['NEW', 'CONFIRMED'], buildComparison('d.refund_status')],
      refundReason: [['OVERPAID', 'ILLICIT_DEPOSIT'], buildComparison('d.refund_reason')],
      refundType: [['FULL', 'PARTIAL'], buildComparison('d.refund_type')],
      amountFrom: [
        ['record', 'callback'],
        buildComparison(
          `CASE WHEN d.deposit_amount IS NOT NULL THEN 'record' WHEN d.callback_deposit_amount IS NOT NULL THEN 'callback' END`,
        ),
      ],
      displayFrom: [
        ['record', 'callback'],
        buildComparison(
          `CASE WHEN d.display_amount IS NOT NULL THEN 'record' WHEN d.callback_display_amount IS NOT NULL THEN 'callback' END`,
        ),
      ],
      derived: [
        ['callback-only', 'unlisted', 'no-eur', 'refunded', 'changed', 'conflict'],
        (
          values,
        ) => `ARRAY[CASE WHEN NOT d.record_seen THEN 'callback-only' END, CASE WHEN d.unlisted THEN 'unlisted' END,
          CASE WHEN d.uniform_payable_amount IS NULL THEN 'no-eur' END,
          CASE WHEN d.refund_first_seen_at IS NOT NULL THEN 'refunded' END,
          CASE WHEN d.versions > 1 THEN 'changed' END, CASE WHEN d.conflicts <> '[]' THEN 'conflict' END] && ${values}`,
      ],
    },
  },
  refunds: {
    definition: refundDefinition,
    filters: {
      status: [['NEW', 'CONFIRMED'], buildComparison('d.refund_status')],
      reason: [['OVERPAID', 'ILLICIT_DEPOSIT'], buildComparison('d.refund_reason')],
      type: [['FULL', 'PARTIAL'], buildComparison('d.refund_type')],
      depositCurrency: [['BTC', 'ETH'], buildComparison('d.refund_deposit_currency')],
      network: [['BITCOIN', 'ETHEREUM'], buildComparison('d.refund_network')],
      displayCurrency: [['EUR', 'USD'], buildComparison('d.refund_display_currency')],
      derived: [
        ['no-transaction', 'no-amount'],
        (values) => `ARRAY[CASE WHEN d.refund_transaction_id IS NULL THEN 'no-transaction' END,
          CASE WHEN d.refund_amount IS NULL THEN 'no-amount' END] && ${values}`,
      ],
    },
  },
  withdrawals: {
    definition: withdrawalDefinition,
    filters: {
      status: [['NEW', 'COMPLETED'], buildComparison('w.status')],
      withdrawCurrency: [['BTC', 'ETH'], buildComparison('w.withdraw_currency')],
      settlementCurrency: [['EUR', 'USDC'], buildComparison('w.settlement_currency')],
      displayCurrency: [['EUR', 'USD'], buildComparison('w.display_currency')],
      derived: [
        ['no-transaction', 'changed', 'conflict'],
        (values) => `ARRAY[CASE WHEN w.transaction_id IS NULL THEN 'no-transaction' END,
          CASE WHEN w.versions > 1 THEN 'changed' END, CASE WHEN w.conflicts <> '[]' THEN 'conflict' END] && ${values}`,
      ],
    },
  },
};
const names = ['payments', 'deposits', 'refunds', 'withdrawals'] as const;
const fieldTables = {
  payments: payment.paymentFields,
  deposits: deposit.depositFields,
  refunds: deposit.refundFields,
  withdrawals: withdrawal.withdrawalFields,
} as const;

const maybe = <Value>(...values: readonly Value[]) => fc.constantFrom(null, ...values);
const someTexts = (...values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values));
const conflicts = fc.constantFrom([], [{ field: 'status' }]);
const amounts = maybe('0', '12.5');

const paymentFields = fc.record({
  status: maybe('NEW', 'EXPIRED', 'OTHER'),
  type: maybe('ONE_TIME', 'REUSABLE'),
  rateType: maybe('FIXED', 'FLOATING'),
  depositCurrency: maybe('BTC', 'ETH'),
  expectedNetwork: maybe('BITCOIN', 'ETHEREUM'),
  displayCurrency: maybe('EUR', 'USD'),
  expectedDisplayAmount: amounts,
  expectedDepositAmount: amounts,
  actualUniformAmount: amounts,
  overpaymentPolicy: maybe('REFUND', 'KEEP'),
  redirectMode: maybe('AUTO', 'MANUAL'),
  locale: maybe('de', 'de-AT', 'EN_gb', 'fi'),
  refundFollowUpDepositsForOneTimePayments: maybe(true, false),
  coverage: maybe('under', 'exact', 'over'),
  late: maybe(true, false),
  currencyMismatch: maybe(true, false),
  depositCount: fc.nat(2),
  confirmedDepositCount: fc.nat(1),
  recordSeen: fc.boolean(),
  depositStatuses: someTexts('NEW', 'CONFIRMED', 'BLOCKED'),
  refundStatuses: someTexts('NEW', 'CONFIRMED'),
  conflicts,
});
const refundFields = fc.record({
  refundFirstSeenAt: fc.constant(new Date('2026-11-01T00:00:00Z')),
  refundStatus: maybe('NEW', 'CONFIRMED'),
  refundReason: maybe('OVERPAID', 'ILLICIT_DEPOSIT'),
  refundType: maybe('FULL', 'PARTIAL'),
  refundDepositCurrency: maybe('BTC', 'ETH'),
  refundNetwork: maybe('BITCOIN', 'ETHEREUM'),
  refundDisplayCurrency: maybe('EUR', 'USD'),
  refundTransactionId: maybe('0xab'),
  refundAmount: amounts,
});
const noRefund = fc.constant({
  refundFirstSeenAt: null,
  refundStatus: null,
  refundReason: null,
  refundType: null,
  refundDepositCurrency: null,
  refundNetwork: null,
  refundDisplayCurrency: null,
  refundTransactionId: null,
  refundAmount: null,
});
const depositOnlyFields = fc.record({
  status: maybe('NEW', 'CONFIRMED', 'BLOCKED'),
  depositCurrency: maybe('BTC', 'ETH'),
  network: maybe('BITCOIN', 'ETHEREUM'),
  displayCurrency: maybe('EUR', 'USD'),
  settlementCurrency: maybe('EUR', 'USDC'),
  rateType: maybe('FIXED', 'FLOATING'),
  depositAmount: amounts,
  callbackDepositAmount: amounts,
  displayAmount: amounts,
  callbackDisplayAmount: amounts,
  uniformPayableAmount: amounts,
  recordSeen: fc.boolean(),
  unlisted: fc.boolean(),
  versions: fc.nat(2),
  conflicts,
});
// A record has no field of a refund before the refund was seen.
const depositFields = fc
  .tuple(depositOnlyFields, fc.oneof(refundFields, noRefund))
  .map(([deposit, refund]) => ({ ...deposit, ...refund }));
const withdrawalFields = fc.record({
  status: maybe('NEW', 'COMPLETED'),
  withdrawCurrency: maybe('BTC', 'ETH'),
  settlementCurrency: maybe('EUR', 'USDC'),
  displayCurrency: maybe('EUR', 'USD'),
  transactionId: maybe('0xcd'),
  versions: fc.nat(2),
  conflicts,
});

const recordCount = 60;

beforeAll(async () => {
  tenant = await createTenant();
  const other = await createTenant();
  const seed = { seed: 7, numRuns: recordCount };
  const rows = {
    payments: fc.sample(paymentFields, seed),
    deposits: fc.sample(depositFields, seed),
    withdrawals: fc.sample(withdrawalFields, seed),
  };
  // Another business has the same facts.
  for (const { businessId } of [tenant, other])
    for (let n = 0; n < recordCount; n += 1) {
      const paymentId = await insertPayment(businessId, rows.payments[n]);
      await insertDeposit(businessId, paymentId, rows.deposits[n]);
      await insertWithdrawal(businessId, rows.withdrawals[n]);
    }
});
afterAll(closeDatabase);

async function expectAlike(name: (typeof names)[number]): Promise<void> {
  const list = lists[name];
  if (!list) throw new Error(name);
  const { definition, filters } = list;
  const choices = fc.record(
    Object.fromEntries(
      Object.entries(filters).map(([filter, [values]]) => [
        filter,
        fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }),
      ]),
    ),
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(choices, async (chosen) => {
      const some = Object.entries(chosen)
        .slice(0, 2)
        .flatMap(([filter, values]) => (values === undefined ? [] : [[filter, values] as const]));
      const query: ListQuery = { ...wholeList, choices: Object.fromEntries(some) };
      const conditions = some.map(([filter], at) => filters[filter]?.[1](`$${at + 2}::text[]`) ?? 'false');
      const { rows } = await databasePool().query<{ id: string }>(
        `SELECT ${definition.id}::text AS id FROM ${definition.from} WHERE ${definition.business} = $1
          AND ${[definition.baseCondition ?? 'true', ...conditions].join(' AND ')}
        ORDER BY ${definition.at} DESC, ${definition.id} DESC`,
        [tenant.businessId, ...some.map(([, values]) => values)],
      );
      const found: string[] = [];
      for await (const batch of readAll(definition, {
        businessId: tenant.businessId,
        query,
        select: `${definition.id}::text AS id`,
        read: (row) => String(row['id']),
      }))
        found.push(...batch);
      expect(found).toEqual(rows.map(({ id }) => id));
    }),
    { numRuns: propertyRuns(60) },
  );
}

test.each(names)('compares each fact by which a field of %s is filtered', (name) => {
  const { facts } = toFilterColumns(fieldTables[name], 'x');
  expect(Object.keys(lists[name]?.filters ?? {})).toEqual(expect.arrayContaining(Object.keys(facts)));
});

test.each(names)('facts of %s find the records that their columns say', expectAlike);

test.each(names)('facts of %s follow changes of the record', async (name) => {
  const where = { businessId: tenant.businessId };
  const sample = { seed: 11, numRuns: 1 };
  await database().payment.updateMany({
    where,
    data: { ...fc.sample(paymentFields, sample)[0], late: true },
  });
  await database().deposit.updateMany({
    where,
    data: { ...fc.sample(depositFields, sample)[0], refundFirstSeenAt: new Date() },
  });
  await database().withdrawal.updateMany({ where, data: { ...fc.sample(withdrawalFields, sample)[0] } });
  await expectAlike(name);
});

test('no list filters by a fact that the records don’t store', async () => {
  const { rows } = await databasePool().query<{ table: string; facts: string }>(
    `SELECT attrelid::regclass::text AS table, pg_get_expr(adbin, adrelid) AS facts
       FROM pg_attribute JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attname = 'facets'`,
  );
  const facts = new Map(rows.map((row) => [row.table, row.facts]));
  expect([...facts.keys()].toSorted()).toEqual(['deposit', 'payment', 'withdrawal']);
  for (const name of names) {
    const { definition, filters } = lists[name] ?? expect.unreachable(name);
    for (const [filter, [values]] of Object.entries(filters)) {
      const statement = new Statement();
      const query = { ...wholeList, choices: { [filter]: [...values] } };
      const where = listCondition(definition, statement, tenant.businessId, query);
      const fact = /facet\(\$\d+::uuid, '([\w-]+)'/.exec(where)?.[1];
      expect(fact, `${name} ${filter}`).toBeDefined();
      expect(facts.get(definition.from.split(' ')[0] ?? ''), `${name} ${filter}`).toContain(
        `'${fact}'::text`,
      );
    }
  }
});
