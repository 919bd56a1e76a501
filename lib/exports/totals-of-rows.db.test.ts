import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { requirePermission } from '#lib/access/index.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readDepositTotals } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { readExceptionTotals } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { listAddress, parseListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals } from '#lib/lists/model/totals.ts';
import { readPaymentTotals } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { readRefundTotals } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { readWithdrawalTotals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { readListTable } from './list-table.ts';
import { createZonedTime } from './zoned-time.ts';

type Cells = ReadonlyMap<string, string>;
/** An amount of a row with its currency. Empty if either is not reported. */
type ReportedAmount = readonly [digits: string, currency: string];
const column =
  (name: string) =>
  (row: Cells): ReportedAmount => [row.get(name) ?? '', row.get(`${name}_currency`) ?? ''];
/** Returns true if the payment is priced in the coin, or has no other price. */
const isInCoin = (row: Cells): boolean =>
  row.get('display_currency') === '' ||
  (row.get('expected_display_amount') === '' && row.get('expected_deposit_amount') !== '');
/** Reads the amount in the currency of the price. */
const priced =
  (kind: 'expected' | 'actual') =>
  (row: Cells): ReportedAmount => {
    const [digits, currency] = column(`${kind}_${isInCoin(row) ? 'deposit' : 'display'}_amount`)(row);
    return [digits, isInCoin(row) ? currency : (row.get('display_currency') ?? '')];
  };

/**
 * Each list with totals: the file columns of each total, and the filter that its link sets. Null for an amount in one
 * currency, whose link filters for reported values.
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
const selectItem = <T>(from: readonly T[], n: number): T | null => from[n % from.length] ?? null;
/** Values without totals: fees, and losses with a sign. */
const createOtherValues = ({ filters }: ListSpec, n: number) =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(
        ([name, { kind }]) => kind === 'amount' && /Fee|Depeg|displayPayable|callbackSettlement/.test(name),
      )
      .map(([name], at) => [name, selectItem(/Depeg/.test(name) ? signed : amounts, n + at)]),
  );
const coins = ['BTC', 'ETH', 'USDT'];
const fiat = ['EUR', 'USD', 'JPY', null];

beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  for (let n = 0; n < 60; n += 1) {
    const sortAt = new Date(Date.parse('2026-11-01T00:00:00Z') + n * 2 * 3_600_000);
    const payment = await insertPayment(businessId, {
      status: selectItem(['DEPOSITED', 'AWAITING', 'EXPIRED'], n),
      displayCurrency: selectItem(fiat, n),
      expectedDisplayAmount: selectItem(amounts, n),
      actualDisplayAmount: selectItem(amounts, n + 1),
      depositCurrency: selectItem(coins, n),
      expectedDepositAmount: selectItem(amounts, n + 2),
      actualDepositAmount: selectItem(amounts, n + 3),
      actualUniformAmount: selectItem(amounts, n + 4),
      ...createOtherValues(paymentList, n),
      coverage: selectItem(['under', 'exact', 'over', null], n + 1),
      late: n % 7 === 0,
      currencyMismatch: n % 11 === 0,
      recordSeen: n % 5 !== 0,
      sortAt,
      paymentInitiatedAt: sortAt,
    });
    await insertDeposit(businessId, payment, {
      status: selectItem(['CONFIRMED', 'UNPROCESSABLE'], n),
      depositCurrency: selectItem(coins, n),
      depositAmount: selectItem(amounts, n),
      displayCurrency: selectItem(fiat, n),
      displayAmount: selectItem(amounts, n + 1),
      settlementCurrency: selectItem(['EUR', 'USDC'], n),
      settlementPayableAmount: selectItem(amounts, n + 2),
      uniformCurrency: 'EUR',
      uniformPayableAmount: selectItem(amounts, n + 3),
      ...createOtherValues(depositList, n),
      sortAt,
      depositReceivedAt: sortAt,
      ...(n % 2 === 0 && {
        refundFirstSeenAt: sortAt,
        refundStatus: selectItem(['PENDING', 'COMPLETED'], n),
        refundDepositCurrency: selectItem(coins, n),
        refundAmount: selectItem(amounts, n + 1),
        refundDisplayCurrency: selectItem(fiat, n),
        refundDisplayAmount: selectItem(amounts, n + 2),
        refundDisplayFee: selectItem(amounts, n + 3),
      }),
    });
    await insertWithdrawal(businessId, {
      status: selectItem(['COMPLETED', 'FAILED'], n),
      withdrawCurrency: selectItem(coins, n),
      actualWithdrawAmount: selectItem(amounts, n),
      displayCurrency: selectItem(fiat, n),
      actualDisplayAmount: selectItem(amounts, n + 1),
      settlementCurrency: 'EUR',
      deductedSettlementAmount: selectItem(amounts, n + 2),
      ...createOtherValues(withdrawalList, n),
      firstReceivedAt: sortAt,
    });
  }
});

/** Returns a value for a filter that matches some rows. */
function createFilterValue(filter: ListSpec['filters'][string]): fc.Arbitrary<string> {
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
      return fc.tuple(fc.constantFrom(...filter.currencies), range).map((pair) => pair.join(':'));
    }
    case 'days':
      return fc.constantFrom('2026-11-01', '2026-11-02..2026-11-03', '2026-11-04..', '..2026-11-02');
    case 'exact':
      return fc.constant('nothing has this');
    default:
      return fc.constant('2026-11-01');
  }
}
const createAddress = ({ filters }: ListSpec): fc.Arbitrary<Record<string, string>> => {
  const usable = Object.entries(filters).filter(([, { kind }]) => kind !== 'exact');
  const of = Object.fromEntries(usable.map(([name, filter]) => [name, createFilterValue(filter)]));
  return fc
    .subarray(Object.keys(of), { maxLength: 2 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, of[name] ?? fc.constant('')]))),
    );
};

const parseQuery = (spec: ListSpec, parameters: Readonly<Record<string, string>>): ListQuery =>
  parseListQuery(spec, (name) => parameters[name] ?? null).query;

/** Reads the export of the filtered list, a row each by column name. */
async function readExport(name: Name, query: ListQuery): Promise<readonly Cells[]> {
  const { as, businessId } = tenant;
  const scope = requirePermission(as.owner, businessId, 'export');
  const zone = { name: 'UTC', time: createZonedTime('UTC') };
  const parameters = { rows: { query }, columns: null };
  const requester = { me: as.owner.actor.personId, at: as.owner.clock.now() };
  const table = readListTable(name, scope, requester, parameters, zone);
  const rows: Cells[] = [];
  for await (const batch of table.batches)
    for (const cells of batch)
      rows.push(new Map(table.names.map((column, place) => [column, cells[place] ?? ''])));
  return rows;
}

const scale = 30;
/** Converts digits to a whole number of the smallest unit. */
function toSmallestUnits(digits: string): bigint {
  const [whole = '', rest = ''] = digits.split('.');
  return BigInt(whole + rest.padEnd(scale, '0'));
}

/** Sums an amount per currency. Only reported values count. */
function sumByCurrency(
  rows: readonly Cells[],
  read: (row: Cells) => ReportedAmount,
): Map<string, [number, bigint]> {
  const sums = new Map<string, [number, bigint]>();
  for (const row of rows) {
    const [digits, currency] = read(row);
    if (digits === '' || currency === '') continue;
    const [known, total] = sums.get(currency) ?? [0, 0n];
    sums.set(currency, [known + 1, total + toSmallestUnits(digits)]);
  }
  return sums;
}

const readExact = (totals: ListTotals) => {
  if (totals.kind !== 'exact') throw new Error('they are few');
  return totals;
};
const readTotals = (totals: ListTotals, field: string) =>
  new Map(
    (readExact(totals).fields.find((one) => one.field === field)?.sums ?? [])
      .filter(({ currency, known }) => currency !== null && known > 0)
      .map(({ currency, known, total }): [string, [number, bigint]] => [
        currency ?? '',
        [known, toSmallestUnits(total ?? '')],
      ]),
  );

test.each(names)('totals of %s match the rows of its file under any filters', async (name) => {
  const { spec, totals, fields } = lists[name];
  await fc.assert(
    fc.asyncProperty(createAddress(spec), async (parameters) => {
      const query = parseQuery(spec, parameters);
      const rows = await readExport(name, query);
      const shown = await totals(tenant.as.owner, tenant.businessId, query);
      expect(readExact(shown).rows).toBe(rows.length);
      for (const [field, [read]] of Object.entries(fields))
        expect([field, readTotals(shown, field)]).toEqual([field, sumByCurrency(rows, read)]);
    }),
    { numRuns: propertyRuns(20) },
  );
});

test.each(names)('each total of %s links to the rows that it sums', async (name) => {
  const { spec, totals, fields } = lists[name];
  const all: readonly Readonly<Record<string, string>>[] = [
    {},
    { status: 'DEPOSITED,CONFIRMED,PENDING,COMPLETED' },
  ];
  for (const parameters of all) {
    const query = parseQuery(spec, parameters);
    const shown = await totals(tenant.as.owner, tenant.businessId, query);
    for (const [field, [read, filter]] of Object.entries(fields))
      for (const [currency, sum] of readTotals(shown, field)) {
        // Follows the link of the total through the URL.
        const link = new URLSearchParams(listAddress(query));
        link.set(filter ?? field, filter === null ? `${currency}:0..` : currency);
        const { query: behind, ignored } = parseListQuery(spec, (one) => link.get(one));
        expect(ignored).toEqual([]);
        const rows = await readExport(name, behind);
        expect([field, currency, sumByCurrency(rows, read).get(currency)]).toEqual([field, currency, sum]);
      }
  }
});
