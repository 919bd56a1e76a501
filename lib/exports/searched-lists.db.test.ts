import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { countCallbacks, countCallbacksByVerdict, listCallbacks } from '#lib/callbacks/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import {
  calculateDepositTotals,
  countDeposits,
  listDeposits,
  readDepositTotals,
} from '#lib/deposits/index.ts';
import {
  calculateExceptionTotals,
  countExceptions,
  listExceptions,
  readExceptionTotals,
} from '#lib/exceptions/index.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import {
  calculatePaymentTotals,
  countPayments,
  listPayments,
  readPaymentTotals,
} from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { calculateRefundTotals, countRefunds, listRefunds, readRefundTotals } from '#lib/refunds/index.ts';
import { calculateCaseTotals, countCases, listCases, readCaseTotals } from '#lib/reviews/index.ts';
import {
  calculateWithdrawalTotals,
  countWithdrawals,
  listWithdrawals,
  readWithdrawalTotals,
} from '#lib/withdrawals/index.ts';
import { exportList } from './export-list.ts';
import type { ExportName } from './schema.ts';

/** More rows than one index read: "INV/" exceeds it, "INV/11" doesn't. */
const rowCount = 2_100;
const ids = Array.from({ length: rowCount }, () => randomUUID());
const tiny = '0.000000000000000000000000000001';
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
  const numbered = `FROM unnest($2::uuid[]) WITH ORDINALITY AS given(id, n)`;
  const at = `timestamptz '2026-11-01' + n * interval '1 minute'`;
  const insert = (text: string) => databasePool().query(`${text} ${numbered}`, [tenant.businessId, ids]);
  await insert(`INSERT INTO payment (business_id, payment_id, client_payment_id, status, coverage, record_seen,
      display_currency, expected_display_amount, sort_at, first_observed_at, changed_at)
    SELECT $1, id, 'INV/' || 10000 + n, CASE WHEN n % 50 = 0 THEN 'EXPIRED' ELSE 'NEW' END,
      CASE WHEN n % 50 = 0 THEN 'over' ELSE 'under' END, true, 'EUR', n + ${tiny}, ${at}, ${at}, ${at}`);
  await insert(`INSERT INTO deposit (business_id, deposit_id, payment_id, transaction_id, status, deposit_currency,
      deposit_amount, refund_first_seen_at, refund_status, refund_deposit_currency, refund_amount, sort_at,
      first_observed_at, changed_at)
    SELECT $1, id, id, '0xab' || 10000 + n, CASE WHEN n % 50 = 0 THEN 'BLOCKED' ELSE 'CONFIRMED' END, 'ETH', n + ${tiny},
      ${at}, CASE WHEN n % 50 = 0 THEN 'PENDING' ELSE 'CONFIRMED' END, 'ETH', n + ${tiny}, ${at}, ${at}, ${at}`);
  await insert(`INSERT INTO withdrawal (business_id, withdrawal_id, client_withdrawal_id, transaction_id, status,
      withdraw_currency, actual_withdraw_amount, first_received_at, changed_at)
    SELECT $1, id, 'INV/' || 10000 + n, '0xab' || 10000 + n, CASE WHEN n % 50 = 0 THEN 'BLOCKED' ELSE 'CONFIRMED' END,
      'ETH', n + ${tiny}, ${at}, ${at}`);
  await insert(`INSERT INTO callback_message (business_id, id, kind, sha256, body, first_received_at, last_received_at,
      deliveries, verdict, payment_id, subject_id)
    SELECT $1, id, 'deposit-received', sha256(id::text::bytea), '', ${at}, ${at},
      CASE WHEN n % 50 = 0 THEN 2 ELSE 1 END, 'applied', id, id`);
  await insert(`INSERT INTO review_case (business_id, case_id, subject_kind, subject_id, opened_at, due_at, changed_at)
    SELECT $1, id, 'deposit', id, ${at}, ${at}, ${at}`);
  // Updates the statistics that PostgreSQL would otherwise collect later.
  await databasePool().query('ANALYZE payment, deposit, withdrawal, callback_message, review_case');
});

type Reader = Context<PersonActor>;
type SearchedList = {
  readonly page: (
    by: Reader,
    business: string,
    query: ListQuery,
    size?: number,
  ) => Promise<ListPage<{ readonly [field: string]: unknown }>>;
  readonly count: (by: Reader, business: string, query: ListQuery) => Promise<ListCount>;
  readonly totals?: (by: Reader, business: string, query: ListQuery) => Promise<ListTotals>;
  readonly addUp?: (by: Reader, business: string, query: ListQuery) => AsyncGenerator<TotalsProgress>;
  /** The id field of a row, the export of the list, and the column of its total. */
  readonly id: string;
  readonly file?: readonly [ExportName, id: string, amount: string | null];
  readonly summed?: string;
  /** The values of every fiftieth row. */
  readonly rare: Readonly<Record<string, readonly string[]>>;
  readonly byHash: boolean;
  /** The rows differ in their due time only, and what is due first comes first. */
  readonly earliestFirst?: true;
};

const lists: readonly (readonly [string, SearchedList])[] = [
  [
    'payments',
    {
      page: listPayments,
      count: countPayments,
      totals: readPaymentTotals,
      addUp: calculatePaymentTotals,
      id: 'paymentId',
      file: ['payments', 'payment_id', 'expected_display_amount'],
      summed: 'expected',
      rare: { status: ['EXPIRED'] },
      byHash: true,
    },
  ],
  [
    'deposits',
    {
      page: listDeposits,
      count: countDeposits,
      totals: readDepositTotals,
      addUp: calculateDepositTotals,
      id: 'depositId',
      file: ['deposits', 'deposit_id', 'deposit_amount'],
      summed: 'depositAmount',
      rare: { status: ['BLOCKED'] },
      byHash: true,
    },
  ],
  [
    'refunds',
    {
      page: listRefunds,
      count: countRefunds,
      totals: readRefundTotals,
      addUp: calculateRefundTotals,
      id: 'depositId',
      file: ['refunds', 'deposit_id', 'refund_amount'],
      summed: 'refundAmount',
      rare: { status: ['PENDING'] },
      byHash: true,
    },
  ],
  [
    'withdrawals',
    {
      page: listWithdrawals,
      count: countWithdrawals,
      totals: readWithdrawalTotals,
      addUp: calculateWithdrawalTotals,
      id: 'withdrawalId',
      file: ['withdrawals', 'withdrawal_id', 'actual_withdraw_amount'],
      summed: 'actualWithdrawAmount',
      rare: { status: ['BLOCKED'] },
      byHash: true,
    },
  ],
  [
    'exceptions',
    {
      page: listExceptions,
      count: countExceptions,
      totals: readExceptionTotals,
      addUp: calculateExceptionTotals,
      id: 'subjectId',
      file: ['exceptions', 'subject_id', 'expected_amount'],
      summed: 'expected',
      rare: { state: ['over'] },
      byHash: false,
    },
  ],
  [
    'callbacks',
    {
      page: listCallbacks,
      count: countCallbacks,
      id: 'messageId',
      file: ['callbacks', 'message_id', null],
      rare: { deliveries: ['repeated'] },
      byHash: false,
    },
  ],
  [
    'cases',
    {
      page: listCases,
      count: countCases,
      totals: readCaseTotals,
      addUp: calculateCaseTotals,
      id: 'caseId',
      summed: 'amount',
      rare: { serviceStatus: ['BLOCKED'] },
      byHash: true,
      earliestFirst: true,
    },
  ],
];

const every = (step: number, first = 1, last = rowCount) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((n) => n % step === 0);

/** Searches, with and without the filter for every fiftieth row, and the numbers of the expected rows. */
const searches = [
  ['very many', 'INV/', false, every(1)],
  ['some of very many', 'INV/', true, every(50)],
  ['hundreds', 'INV/11', false, every(1, 1_000, 1_999)],
  ['some of hundreds', 'INV/11', true, every(50, 1_000, 1_999)],
  ['very many hashes', '0xAB', false, every(1)],
  ['some of very many hashes', '0xAB', true, every(50)],
  ['one', 'INV/11750', true, [1_750]],
  ['none', 'INV/9', false, []],
] as const;

/** Follows the cursors to the end and back. The start is a full page, so it may contain rows of the next page. */
async function readBothWays(list: SearchedList, query: ListQuery, isForwardsOnly = false) {
  const page = (place: Partial<ListQuery>) =>
    list.page(tenant.as.owner, tenant.businessId, { ...query, ...place }, 1_000);
  const forwards = [await page({})];
  for (let after = forwards[0]?.after ?? null; after !== null; after = forwards.at(-1)?.after ?? null)
    forwards.push(await page({ after }));
  const listIds = (pages: typeof forwards) => pages.flatMap(({ rows }) => rows.map((row) => row[list.id]));
  if (isForwardsOnly) return { forwards: listIds(forwards), backwards: [] };
  const backwards = forwards.slice(-1);
  for (let before = backwards[0]?.before ?? null; before !== null; before = backwards[0]?.before ?? null)
    backwards.unshift(await page({ before }));
  const [begin, rest] = [listIds(backwards.slice(0, 1)), listIds(backwards.slice(1))];
  const shared = rest.findIndex((id) => !begin.includes(id));
  return { forwards: listIds(forwards), backwards: [...begin, ...(shared === -1 ? [] : rest.slice(shared))] };
}

/** Splitting by commas is enough, because no cell holds one. */
async function readExport(list: ExportName, query: ListQuery) {
  const { body } = await exportList(tenant.as.owner, tenant.businessId, list, query);
  const [head = '', ...lines] = (await new Response(body).text()).split('\r\n').slice(0, -1);
  const at = new Map(head.split(',').map((name, index) => [name, index]));
  return lines
    .map((line) => line.split(','))
    .map((cells) => (name: string) => cells[at.get(name) ?? -1] ?? '');
}

async function sumAmounts(amounts: readonly string[]): Promise<string | null> {
  const text = `SELECT trim_scale(sum(amount))::text AS sum FROM unnest($1::numeric[]) AS amount`;
  return (await databasePool().query<{ sum: string | null }>(text, [amounts])).rows[0]?.sum ?? null;
}

const findTotal = (fields: TotalsProgress['fields'], field: string | undefined) => {
  const sums = fields.find((one) => one.field === field)?.sums ?? [];
  return { count: sums[0]?.count ?? 0, total: sums[0]?.total ?? null };
};

describe.each(lists)('%s', (_, list) => {
  test.each(searches)('%s', async (_name, q, isFiltered, numbers) => {
    if (q.startsWith('0x') && !list.byHash) return;
    // All lists find rows by the same code, and each has a condition of its own.
    if (list.page !== listPayments && q !== 'INV/11' && !isFiltered) return;
    const { owner } = tenant.as;
    const { businessId } = tenant;
    const query = { ...wholeList, q, choices: isFiltered ? list.rare : {} };
    const ascending = numbers.map((n) => ids[n - 1]);
    const expected = list.earliestFirst ? ascending : ascending.toReversed();
    expect(await readBothWays(list, query)).toEqual({ forwards: expected, backwards: expected });
    const turned = await readBothWays(list, { ...query, sort: 'oldest' }, true);
    expect(turned.forwards).toEqual(expected.toReversed());
    // The lookup of a search ends at 2,001 matches, and its count with it. A filter is counted among all of them.
    const isCut = numbers.length > 2_000;
    expect(await list.count(tenant.as.owner, businessId, query)).toEqual(
      isCut ? { count: 2_000, more: true } : { count: numbers.length, more: false },
    );

    const amounts = numbers.map((n) => `${n}${tiny.slice(1)}`);
    const total = await sumAmounts(amounts);
    if (list.totals && list.addUp) {
      const totals = await list.totals(owner, businessId, query);
      if (totals.kind === 'exact')
        expect(findTotal(totals.fields, list.summed)).toEqual({ count: numbers.length, total });
      const parts: TotalsProgress[] = [];
      for await (const part of list.addUp(owner, businessId, query)) parts.push(part);
      expect(parts.at(-1)).toMatchObject({ done: true, rows: numbers.length });
      expect(findTotal(parts.at(-1)?.fields ?? [], list.summed)).toEqual({ count: numbers.length, total });
    }
    if (list.file) {
      const [name, id, amount] = list.file;
      const rows = await readExport(name, query);
      expect(rows.map((cell) => cell(id))).toEqual(expected);
      if (amount !== null) expect(await sumAmounts(rows.map((cell) => cell(amount)))).toBe(total);
    }
  });
});

test('a count ends where a search has found too many rows by their related records', async () => {
  const { as, businessId } = tenant;
  const most = { count: 2_000, more: true };
  expect(await countDeposits(as.owner, businessId, { ...wholeList, q: 'INV/' })).toEqual(most);
  expect(await countPayments(as.owner, businessId, { ...wholeList, q: '0xab' })).toEqual(most);
  // All these deposits are of one payment.
  const other = await createTenant();
  const text = `WITH one AS (INSERT INTO payment (business_id, payment_id, sort_at, first_observed_at, changed_at)
      VALUES ($1, $2, now(), now(), now()))
    INSERT INTO deposit (business_id, deposit_id, payment_id, transaction_id, sort_at, first_observed_at, changed_at)
    SELECT $1, gen_random_uuid(), $2, '0xab' || n, now(), now(), now() FROM generate_series(1, ${rowCount}) AS n`;
  await databasePool().query(text, [other.businessId, randomUUID()]);
  expect(await countPayments(other.as.owner, other.businessId, { ...wholeList, q: '0xab' })).toEqual({
    ...{ count: 1, more: false },
  });
});

test('a search returns the verdicts of its rows', async () => {
  const of = (more: Partial<ListQuery>, by = tenant.as.owner) =>
    countCallbacksByVerdict(by, tenant.businessId, { ...wholeList, ...more });
  const applied = (count: number, more = false) => ({ verdicts: [{ verdict: 'applied', count, more }] });
  expect(await of({ q: 'INV/' })).toEqual(applied(2_000, true));
  expect(await of({ q: 'INV/', choices: { deliveries: ['repeated'] } })).toEqual(applied(42));
  // Without risk.read hidden versions count as deliveries.
  expect(await of({ q: 'INV/', choices: { deliveries: ['repeated'] } }, tenant.as.viewer)).toEqual(
    applied(42),
  );
  expect(await of({ q: 'INV/11' })).toEqual(applied(1_000));
});
