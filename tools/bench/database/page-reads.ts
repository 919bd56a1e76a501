import type pg from 'pg';
import { countAudit, listAudit } from '#lib/audit/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import {
  countCallbacks,
  countCallbacksByVerdict,
  listCallbacks,
  listRefusals,
} from '#lib/callbacks/index.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { readConnection } from '#lib/connection/index.ts';
import { countDeposits, listDeposits } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { countExceptions, listExceptions } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { FilterSpec, ListCount, ListPage, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { countPayments, listPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { countRefunds, listRefunds } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import {
  countChangesSinceVisit,
  readDepositPage,
  readOverview,
  readPaymentPage,
  readWithdrawalPage,
} from '#lib/reports/index.ts';
import {
  countCases,
  countReports,
  listCases,
  listReports,
  listWatches,
  readCounterparty,
  readDesk,
  readFigures,
} from '#lib/reviews/index.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { reportList } from '#lib/reviews/reports/schema-list.ts';
import { searchRecords } from '#lib/search/index.ts';
import { readStatement } from '#lib/statements/index.ts';
import { findLastMonth, parsePeriod } from '#lib/statements/model/period.ts';
import { fromDate } from '#lib/values/instant.ts';
import { countWithdrawals, listWithdrawals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

/** A read of a page: its name, and how to run it. */
export type PageRead = {
  readonly page: string;
  readonly name: string;
  /** The same read of another database has the same name, independent of identifiers. */
  readonly group: string;
  readonly run: () => Promise<unknown>;
};

type List = {
  readonly spec: ListSpec;
  readonly page: (
    context: Context<PersonActor>,
    business: string,
    query: ListQuery,
  ) => Promise<ListPage<unknown>>;
  readonly count: (context: Context<PersonActor>, business: string, query: ListQuery) => Promise<ListCount>;
};

const lists: readonly List[] = [
  { spec: paymentList, page: listPayments, count: countPayments },
  { spec: depositList, page: listDeposits, count: countDeposits },
  { spec: refundList, page: listRefunds, count: countRefunds },
  { spec: withdrawalList, page: listWithdrawals, count: countWithdrawals },
  { spec: queueList, page: listCases, count: countCases },
  { spec: reportList, page: listReports, count: countReports },
  { spec: auditList, page: listAudit, count: countAudit },
  { spec: callbackList, page: listCallbacks, count: countCallbacks },
  { spec: exceptionList, page: listExceptions, count: countExceptions },
];

const joinValues: readonly string[] = [
  'status=EXPIRED&depositCurrency=BTC',
  'status=DEPOSITED&derived=under',
  'status=CONFIRMED&depositCurrency=XLM',
  'status=FAILED&withdrawCurrency=BTC',
  'displayCurrency=ISK&depositCurrency=XLM',
  'derived=under,over,late',
  'category=MIXER',
  'category=MIXER,SANCTIONS',
  'category=EXCHANGE&queue=decided',
];

function listValues(filter: FilterSpec): string[] {
  switch (filter.kind) {
    case 'choice':
      return [...filter.choices.map(({ value }) => value), 'no-such'];
    case 'id':
      return ['00000000-0000-4000-8000-000000000000'];
    case 'days':
      return ['last-7-days', '2025-06-01..2025-06-30', '..2001-01-01'];
    case 'amount':
      return ['EUR:10..20', 'BTC:0.5..0.6', 'EUR:999999999..'];
    case 'number':
      return ['10..20', '99..', '999999999..'];
    case 'exact':
      return ['no-such'];
  }
}

/** Lists each value of each filter alone, a value that no row has, each order, and some filters together. */
function listAddresses(spec: ListSpec): string[] {
  const single = Object.entries(spec.filters).flatMap(([name, filter]) =>
    listValues(filter).map((value) => `${name}=${value}`),
  );
  const sorts = Object.entries(spec.sorts ?? {}).flatMap(([name, { currency }]) => {
    const within =
      currency === undefined ? '' : `&${currency}=${currency === 'displayCurrency' ? 'EUR' : 'BTC'}`;
    return [`sort=${name}.desc${within}`, `sort=${name}.asc${within}`];
  });
  const fitting = joinValues.filter((address) =>
    [...new URLSearchParams(address).keys()].every((name) => name in spec.filters),
  );
  return ['', 'sort=oldest', ...single, ...sorts, ...fitting];
}

/**
 * Lists search terms: identifiers of rows in the middle of each table, in full and by prefix, and one that matches
 * none.
 */
async function identifiers(client: pg.Client, business: string): Promise<string[]> {
  const { rows } = await client.query<Record<string, string | null>>(
    `SELECT p.payment_id::text AS a, p.client_payment_id AS b, p.wallet_address AS c, d.transaction_id AS d,
            d.from_address AS e, d.deposit_id::text AS f, w.withdrawal_id::text AS g, w.client_withdrawal_id AS h,
            w.to_address AS i, p.destination_tag AS j, coalesce(p.payment_url, p.url) AS url,
            concat(p.expected_display_amount, ' ', p.display_currency) AS amount
       FROM (SELECT * FROM payment WHERE business_id = $1 AND sort_at > now() - interval '200 days'
              AND destination_tag IS NOT NULL ORDER BY sort_at, payment_id LIMIT 1) AS p,
            (SELECT * FROM deposit WHERE business_id = $1 AND sort_at > now() - interval '200 days' ORDER BY sort_at, deposit_id LIMIT 1) AS d,
            (SELECT * FROM withdrawal WHERE business_id = $1 ORDER BY first_received_at DESC, withdrawal_id LIMIT 1) AS w`,
    [business],
  );
  const [known] = rows;
  const { url, amount, ...ids } = known ?? {};
  const whole = Object.values(ids).flatMap((one) => one ?? []);
  // Variants that customers use: other case, without `0x`, with the tag after the address.
  const { b, c, d, e, j } = ids;
  const quoted = [
    (b ?? '').toUpperCase(),
    (b ?? '').slice(0, 7).toUpperCase(),
    (d ?? '').replace('0x', '').toUpperCase(),
    (d ?? '').replace('0x', '').slice(0, 9),
    (e ?? '').replace('0x', ''),
    `${c}?dt=${j}`,
    `${c}?dt=${(j ?? '').slice(0, 1)}`,
    // The last part of a reference, a shortened hash, a checkout link, and an amount with and without its currency.
    (b ?? '').split('-').at(-1) ?? '',
    `${(d ?? '').slice(0, 8)}…${(d ?? '').slice(-4)}`,
    url ?? '',
    amount ?? '',
    (amount ?? '').split(' ')[0] ?? '',
  ];
  return [...whole, ...whole.map((one) => one.slice(0, 7)), '0x', 'or', 'a1', 'no such thing', ...quoted];
}

/** Returns a cursor in the middle of a list, at the end of a page there. */
async function deepPage(
  list: List,
  context: Context<PersonActor>,
  business: string,
): Promise<ListQuery | null> {
  const query = parseListQuery(list.spec, () => null).query;
  const { after } = await list.page(context, business, query);
  return after === null ? null : { ...query, after };
}

export async function listPageReads(
  client: pg.Client,
  context: Context<PersonActor>,
  business: string,
): Promise<PageRead[]> {
  const known = await identifiers(client, business);
  const reads: PageRead[] = [];
  const add = (page: string, label: string, run: PageRead['run'], alike = label) =>
    reads.push({ page, name: label, group: alike, run });
  for (const list of lists) {
    const of = (address: string) => {
      const parameters = new URLSearchParams(address);
      return parseListQuery(list.spec, (name) => parameters.get(name)).query;
    };
    const { name } = list.spec;
    const addAddress = (address: string, alike = address) => {
      const query = of(address);
      add(name, address || 'first page', () => list.page(context, business, query), alike || 'first page');
      add(name, `count ${address}`, () => list.count(context, business, query), `count ${alike}`);
      if (name === callbackList.name)
        add(
          name,
          `verdicts ${address}`,
          () => countCallbacksByVerdict(context, business, query),
          `verdicts ${alike}`,
        );
    };
    for (const address of listAddresses(list.spec)) addAddress(address);
    for (const [index, q] of known.entries())
      addAddress(new URLSearchParams({ q }).toString(), `search ${index}`);
    const deep = await deepPage(list, context, business);
    if (deep) add(name, 'deep page', () => list.page(context, business, deep));
  }
  const one = async (text: string) =>
    (await client.query<{ id: string }>(text, [business])).rows[0]?.id ?? '';
  const payment = await one(`SELECT payment_id::text AS id FROM payment WHERE business_id = $1
    AND deposit_count > 1 ORDER BY sort_at DESC LIMIT 1`);
  const deposit = await one(
    `SELECT deposit_id::text AS id FROM deposit WHERE business_id = $1 ORDER BY sort_at DESC LIMIT 1`,
  );
  const withdrawal = await one(
    `SELECT withdrawal_id::text AS id FROM withdrawal WHERE business_id = $1 LIMIT 1`,
  );
  add('payment', 'page', () => readPaymentPage(context, business, payment));
  add('deposit', 'page', () => readDepositPage(context, business, deposit));
  add('withdrawal', 'page', () => readWithdrawalPage(context, business, withdrawal));
  // Includes the alarms: missing callbacks, refused deliveries, and conflicts.
  add('overview', 'page', () => readOverview(context, business));
  // After a night, after a month, and after a time without payments.
  for (const days of [1, 30, 0])
    add('overview', `changes of ${days} days`, () =>
      countChangesSinceVisit(context, business, fromDate(new Date(Date.now() - days * 86_400_000))),
    );
  add('connection', 'page', () => readConnection(context, business));
  add('callbacks', 'refused', () => listRefusals(context, business));
  add('reviews', 'desk', () => readDesk(context, business));
  add('reviews', 'figures', () => readFigures(context, business));
  const sender = await one(`SELECT from_address AS id FROM deposit WHERE business_id = $1
    AND from_address IS NOT NULL ORDER BY sort_at DESC LIMIT 1`);
  add('reviews', 'address', () =>
    readCounterparty(context, business, { kind: 'address', address: sender, tag: null }),
  );
  const entity = await one(`SELECT name AS id FROM review_entity WHERE business_id = $1 LIMIT 1`);
  add('reviews', 'entity', () => readCounterparty(context, business, { kind: 'entity', name: entity }));
  add('reviews', 'watch list', () => listWatches(context, business));
  const currency = await one(`SELECT settlement_currency AS id FROM deposit WHERE business_id = $1
    GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`);
  const month = findLastMonth(new Date().toISOString().slice(0, 10));
  const year = parsePeriod(`${Number(month.from.slice(0, 4)) - 1}${month.from.slice(4)}..${month.to}`);
  for (const [name, period] of [
    ['month', month],
    ['year', year],
  ] as const)
    if (period !== null)
      add('statements', name, () => readStatement(context, business, { currency, period }));
  for (const [index, typed] of known.entries())
    add('⌘K', typed, () => searchRecords(context, business, typed), `search ${index}`);
  return reads;
}
