import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requirePermission } from '#lib/access/index.ts';
import { closeDatabase } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readDepositTotals } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { readExceptionTotals } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { listAddress, readListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals } from '#lib/lists/model/totals.ts';
import { readPaymentTotals } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { readRefundTotals } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { readWithdrawalTotals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { listTable } from './list-table.ts';
import { createZonedFormatter } from './zoned-formatter.ts';

type Cells = ReadonlyMap<string, string>;
/** An amount of a row in its file, with its currency; nothing where either is not told. */
type Told = readonly [digits: string, currency: string];
const column =
  (name: string) =>
  (row: Cells): Told => [row.get(name) ?? '', row.get(`${name}_currency`) ?? ''];
/** In the coin where no price in another currency is told, or none at all. */
const isInCoin = (row: Cells): boolean =>
  row.get('display_currency') === '' ||
  (row.get('expected_display_amount') === '' && row.get('expected_deposit_amount') !== '');
/** In the currency in which a payment is priced. */
const priced =
  (what: 'expected' | 'actual') =>
  (row: Cells): Told => {
    const [digits, currency] = column(`${what}_${isInCoin(row) ? 'deposit' : 'display'}_amount`)(row);
    return [digits, isInCoin(row) ? currency : (row.get('display_currency') ?? '')];
  };

/**
 * Every list with totals: what stands behind each field in its file, and the filter that a total's link sets. Null: an
 * amount of one currency, whose link asks for it to be told.
 */
const lists = {
  payments: {
    spec: paymentList,
    totals: readPaymentTotals,
    fields: {
      expected: [priced('expected'), 'pricedIn'],
      actual: [priced('actual'), 'actualIn'],
      actualUniformAmount: [column('actual_uniform_amount'), null],
    },
  },
  deposits: {
    spec: depositList,
    totals: readDepositTotals,
    fields: {
      depositAmount: [column('deposit_amount'), 'depositCurrency'],
      displayAmount: [column('display_amount'), 'displayCurrency'],
      settlementPayableAmount: [column('settlement_payable_amount'), 'settlementCurrency'],
      uniformPayableAmount: [column('uniform_payable_amount'), null],
    },
  },
  refunds: {
    spec: refundList,
    totals: readRefundTotals,
    fields: {
      refundAmount: [column('refund_amount'), 'depositCurrency'],
      refundDisplayAmount: [column('refund_display_amount'), 'displayCurrency'],
    },
  },
  withdrawals: {
    spec: withdrawalList,
    totals: readWithdrawalTotals,
    fields: {
      actualWithdrawAmount: [column('actual_withdraw_amount'), 'withdrawCurrency'],
      actualDisplayAmount: [column('actual_display_amount'), 'displayCurrency'],
      deductedSettlementAmount: [column('deducted_settlement_amount'), 'settlementCurrency'],
    },
  },
  exceptions: {
    spec: exceptionList,
    totals: readExceptionTotals,
    fields: {
      expected: [column('expected_amount'), 'currency'],
      actual: [column('actual_amount'), 'actualIn'],
    },
  },
} as const;
const names = ['payments', 'deposits', 'refunds', 'withdrawals', 'exceptions'] as const;
type Name = (typeof names)[number];

let tenant: Tenant;
const amounts = [
  '0.000000000000000001',
  '12.5',
  '99999999999999999999.990000000000000000000000000001',
  '0',
  null,
];
const signed = ['-0.5', '0.000000000000000001', '-12', null];
const pick = <T>(from: readonly T[], n: number): T | null => from[n % from.length] ?? null;
/** What no total is of: fees, and losses that carry a sign. */
const others = ({ filters }: ListSpec, n: number) =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(
        ([name, { kind }]) => kind === 'amount' && /Fee|Depeg|displayPayable|callbackSettlement/.test(name),
      )
      .map(([name], at) => [name, pick(/Depeg/.test(name) ? signed : amounts, n + at)]),
  );
const coins = ['BTC', 'ETH', 'USDT'];
const fiat = ['EUR', 'USD', 'JPY', null];

beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  for (let n = 0; n < 60; n += 1) {
    const sortAt = new Date(Date.parse('2026-11-01T00:00:00Z') + n * 2 * 3_600_000);
    const payment = await insertPayment(businessId, {
      status: pick(['DEPOSITED', 'AWAITING', 'EXPIRED'], n),
      displayCurrency: pick(fiat, n),
      expectedDisplayAmount: pick(amounts, n),
      actualDisplayAmount: pick(amounts, n + 1),
      depositCurrency: pick(coins, n),
      expectedDepositAmount: pick(amounts, n + 2),
      actualDepositAmount: pick(amounts, n + 3),
      actualUniformAmount: pick(amounts, n + 4),
      ...others(paymentList, n),
      coverage: pick(['under', 'exact', 'over', null], n + 1),
      late: n % 7 === 0,
      currencyMismatch: n % 11 === 0,
      recordSeen: n % 5 !== 0,
      sortAt,
      paymentInitiatedAt: sortAt,
    });
    await insertDeposit(businessId, payment, {
      status: pick(['CONFIRMED', 'UNPROCESSABLE'], n),
      depositCurrency: pick(coins, n),
      depositAmount: pick(amounts, n),
      displayCurrency: pick(fiat, n),
      displayAmount: pick(amounts, n + 1),
      settlementCurrency: pick(['EUR', 'USDC'], n),
      settlementPayableAmount: pick(amounts, n + 2),
      uniformCurrency: 'EUR',
      uniformPayableAmount: pick(amounts, n + 3),
      ...others(depositList, n),
      sortAt,
      depositReceivedAt: sortAt,
      ...(n % 2 === 0 && {
        refundFirstSeenAt: sortAt,
        refundStatus: pick(['PENDING', 'COMPLETED'], n),
        refundDepositCurrency: pick(coins, n),
        refundAmount: pick(amounts, n + 1),
        refundDisplayCurrency: pick(fiat, n),
        refundDisplayAmount: pick(amounts, n + 2),
        refundDisplayFee: pick(amounts, n + 3),
      }),
    });
    await insertWithdrawal(businessId, {
      status: pick(['COMPLETED', 'FAILED'], n),
      withdrawCurrency: pick(coins, n),
      actualWithdrawAmount: pick(amounts, n),
      displayCurrency: pick(fiat, n),
      actualDisplayAmount: pick(amounts, n + 1),
      settlementCurrency: 'EUR',
      deductedSettlementAmount: pick(amounts, n + 2),
      ...others(withdrawalList, n),
      firstReceivedAt: sortAt,
    });
  }
});
afterAll(closeDatabase);

/** A value for a filter that some rows have, some not. */
function valueFor(filter: ListSpec['filters'][string]): fc.Arbitrary<string> {
  switch (filter.kind) {
    case 'choice': {
      const values = [...filter.choices.map(({ value }) => value), ...coins, 'EUR', 'USD'];
      return fc
        .subarray(values, { minLength: 1, maxLength: Math.min(6, values.length) })
        .map((chosen) => chosen.join(','));
    }
    case 'amount': {
      const whole = ['0..', '..12.5', '0.000000000000000001..1', '13..'];
      const range = fc.constantFrom(...whole, ...(filter.signed ? ['..-0.1', '-13..0'] : []));
      return fc.tuple(fc.constantFrom(...filter.currencies), range).map((parts) => parts.join(':'));
    }
    case 'days':
      return fc.constantFrom('2026-11-01', '2026-11-02..2026-11-03', '2026-11-04..', '..2026-11-02');
    case 'exact':
      return fc.constant('nothing has this');
    default:
      return fc.constant('2026-11-01');
  }
}
const addressOf = ({ filters }: ListSpec): fc.Arbitrary<Record<string, string>> => {
  const usable = Object.entries(filters).filter(([, { kind }]) => kind !== 'exact');
  const of = Object.fromEntries(usable.map(([name, filter]) => [name, valueFor(filter)]));
  return fc
    .subarray(Object.keys(of), { maxLength: 2 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, of[name] ?? fc.constant('')]))),
    );
};

const queryOf = (spec: ListSpec, given: Readonly<Record<string, string>>): ListQuery =>
  readListQuery(spec, (name) => given[name] ?? null).query;

/** What a file of the list holds under these filters: a row each, by the names of its columns. */
async function exported(name: Name, query: ListQuery): Promise<readonly Cells[]> {
  const { as, businessId } = tenant;
  const scope = requirePermission(as.owner, businessId, 'export');
  const zone = { name: 'UTC', time: createZonedFormatter('UTC') };
  const given = { rows: { query }, columns: null };
  const taker = { me: as.owner.actor.personId, at: as.owner.clock.now() };
  const table = listTable(name, scope, taker, given, zone);
  const rows: Cells[] = [];
  for await (const batch of table.batches)
    for (const cells of batch)
      rows.push(new Map(table.names.map((column, place) => [column, cells[place] ?? ''])));
  return rows;
}

const scale = 30;
/** Digits as a whole number of the smallest part. */
function parts(digits: string): bigint {
  const [whole = '', rest = ''] = digits.split('.');
  return BigInt(whole + rest.padEnd(scale, '0'));
}

/** The sums of an amount by its currency; only what is told counts. */
function sumsOf(rows: readonly Cells[], amountOf: (row: Cells) => Told): Map<string, [number, bigint]> {
  const sums = new Map<string, [number, bigint]>();
  for (const row of rows) {
    const [digits, currency] = amountOf(row);
    if (digits === '' || currency === '') continue;
    const [known, total] = sums.get(currency) ?? [0, 0n];
    sums.set(currency, [known + 1, total + parts(digits)]);
  }
  return sums;
}

const exact = (totals: ListTotals) => {
  if (totals.kind !== 'exact') throw new Error('they are few');
  return totals;
};
const toldOf = (totals: ListTotals, field: string) =>
  new Map(
    (exact(totals).fields.find((one) => one.field === field)?.sums ?? [])
      .filter(({ currency, known }) => currency !== null && known > 0)
      .map(({ currency, known, total }): [string, [number, bigint]] => [
        currency ?? '',
        [known, parts(total ?? '')],
      ]),
  );

test.each(names)('under any filters the totals of %s are those of the rows in its file', async (name) => {
  const { spec, totals, fields } = lists[name];
  await fc.assert(
    fc.asyncProperty(addressOf(spec), async (given) => {
      const query = queryOf(spec, given);
      const [rows, told] = [
        await exported(name, query),
        await totals(tenant.as.owner, tenant.businessId, query),
      ];
      expect(exact(told).rows).toBe(rows.length);
      for (const [field, [amountOf]] of Object.entries(fields))
        expect([field, toldOf(told, field)]).toEqual([field, sumsOf(rows, amountOf)]);
    }),
    { numRuns: 40 },
  );
});

test.each(names)('links each total of %s to the rows that it sums', async (name) => {
  const { spec, totals, fields } = lists[name];
  const all: readonly Readonly<Record<string, string>>[] = [
    {},
    { status: 'DEPOSITED,CONFIRMED,PENDING,COMPLETED' },
  ];
  for (const given of all) {
    const query = queryOf(spec, given);
    const told = await totals(tenant.as.owner, tenant.businessId, query);
    for (const [field, [amountOf, filter]] of Object.entries(fields))
      for (const [currency, sum] of toldOf(told, field)) {
        // As the link has it: through the address.
        const link = new URLSearchParams(listAddress(query));
        link.set(filter ?? field, filter === null ? `${currency}:0..` : currency);
        const { query: behind, ignored } = readListQuery(spec, (one) => link.get(one));
        expect(ignored).toEqual([]);
        const rows = await exported(name, behind);
        expect([field, currency, sumsOf(rows, amountOf).get(currency)]).toEqual([field, currency, sum]);
      }
  }
});
