import { beforeAll, describe, expect, test } from 'vitest';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery, wholeList } from '#lib/lists/model/query.ts';
import { exceptionDefinition } from './list-definition.ts';
import type { ExceptionRow } from './model.ts';
import { exceptionList } from './model.ts';
import { countExceptions, listExceptions } from './queries.ts';

describe('filters', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createTenant();
    const { businessId } = tenant;
    // Three payments share each moment, and every seventh has no reason.
    await databasePool().query(
      `INSERT INTO payment (business_id, payment_id, status, sort_at, first_observed_at, changed_at, client_payment_id,
       coverage, late, currency_mismatch, record_seen, display_currency, deposit_currency, expected_display_amount,
       expected_deposit_amount)
     SELECT $1, gen_random_uuid(), 'NEW', timestamptz '2026-01-01' + (n / 3) * interval '1 minute', now(), now(), 'order-' || n,
            CASE n % 7 WHEN 0 THEN 'exact' WHEN 1 THEN 'under' WHEN 2 THEN 'over' ELSE 'none' END,
            n % 7 = 3 OR n % 14 = 1, n % 7 = 4, NOT n % 7 IN (5, 6),
            CASE WHEN n % 4 > 0 THEN (ARRAY['EUR', 'USD', 'JPY'])[n % 4] END, (ARRAY['BTC', 'ETH', 'LTC'])[n % 3 + 1],
            CASE WHEN n % 4 > 0 THEN 10 END, 1
       FROM generate_series(1, 300) n`,
      [businessId],
    );
    await databasePool().query(
      `INSERT INTO payment_intent (business_id, id, client_payment_id, request_body, state, created_by, created_at, changed_at)
     SELECT $1, gen_random_uuid(), 'asked-' || n,
            CASE n % 3 WHEN 0 THEN '{"displayCurrency":"USD","displayAmount":"12.50"}'
                       WHEN 1 THEN '{"depositCurrency":"ETH","depositAmount":"0.1","network":"ETH"}' ELSE '{}' END, 'UNKNOWN', $2, timestamptz '2026-01-01' + n * interval '7 minutes', now()
       FROM generate_series(1, 9) n`,
      [businessId, tenant.as.finance.actor.personId],
    );
    // Exceptions that were resolved for other reasons than their current ones are open again.
    await databasePool().query(
      `INSERT INTO payment_exception (business_id, kind, subject_id, owner_id, changed_at, resolved_at, resolved_by, resolved_states)
     SELECT $1, e.kind, e.id, CASE e.n % 3 WHEN 0 THEN $2::uuid WHEN 1 THEN $3::uuid END, now(),
            CASE WHEN e.n % 4 < 2 THEN now() END, CASE WHEN e.n % 4 < 2 THEN $2::uuid END,
            CASE e.n % 4 WHEN 0 THEN ARRAY['under', 'over', 'late', 'mismatch', 'unmatched', 'unknown-outcome']
                         WHEN 1 THEN ARRAY['late'] ELSE ARRAY[]::text[] END
       FROM (SELECT kind, id, row_number() OVER (ORDER BY id) AS n FROM (
               SELECT 'payment' AS kind, payment_id AS id FROM payment WHERE business_id = $1
               UNION ALL SELECT 'intent', id FROM payment_intent WHERE business_id = $1) AS subject) AS e WHERE e.n % 5 < 3`,
      [businessId, tenant.as.finance.actor.personId, tenant.as.owner.actor.personId],
    );
  });

  const toQuery = (address: string) => {
    const parameters = new URLSearchParams(address);
    return parseListQuery(exceptionList, (name) => parameters.get(name)).query;
  };

  async function listAll(address: string): Promise<readonly ExceptionRow[]> {
    const rows: ExceptionRow[] = [];
    for (let after: string | null = null, first = true; first || after !== null; first = false) {
      const page = await listExceptions(
        tenant.as.finance,
        tenant.businessId,
        { ...toQuery(address), after },
        17,
      );
      rows.push(...page.rows);
      after = page.after;
    }
    return rows;
  }

  const openAndResolved = 'work=open,resolved';
  const isMine = ({ owner }: ExceptionRow) => owner?.personId === tenant.as.finance.actor.personId;
  const isOthers = (row: ExceptionRow) => row.owner !== null && !isMine(row);
  const isOpen = ({ resolvedAt }: ExceptionRow) => resolvedAt === null;

  test.each<[string, (row: ExceptionRow) => boolean]>([
    ['', isOpen],
    ['sort=oldest', isOpen],
    ['state=unmatched', (row) => row.states.includes('unmatched') && isOpen(row)],
    ['owner=me', (row) => isMine(row) && isOpen(row)],
    [`owner=me&${openAndResolved}`, isMine],
    [`owner=others&${openAndResolved}&state=late`, (row) => isOthers(row) && row.states.includes('late')],
    [`owner=nobody&${openAndResolved}`, ({ owner }) => owner === null],
    [`owner=me,others&${openAndResolved}`, ({ owner }) => owner !== null],
    ['work=resolved', (row) => !isOpen(row)],
    ['work=resolved&sort=oldest', (row) => !isOpen(row)],
    ['work=resolved&owner=others', (row) => !isOpen(row) && isOthers(row)],
    ['resolvedAt=today', (row) => !isOpen(row)],
    [`currency=USD&${openAndResolved}`, ({ currency }) => currency === 'USD'],
    ['currency=ETH', (row) => row.currency === 'ETH' && isOpen(row)],
    ['actualIn=ETH', (row) => row.actualCurrency === 'ETH' && isOpen(row)],
    [`actualIn=JPY&${openAndResolved}`, ({ actualCurrency }) => actualCurrency === 'JPY'],
    ...(['under', 'over', 'late', 'mismatch', 'unmatched', 'unknown-outcome'] as const).map(
      (state): [string, (row: ExceptionRow) => boolean] => [
        `state=${state}&${openAndResolved}`,
        ({ states }) => states.includes(state),
      ],
    ),
    [
      `state=under,unmatched&${openAndResolved}`,
      ({ states }) => states.includes('under') || states.includes('unmatched'),
    ],
  ])('%s finds and counts the rows that match, in list order', async (address, has) => {
    const all = await listAll(openAndResolved);
    const order = address.includes('oldest') ? all.toReversed() : all;
    const expected = order.filter(has).map(({ subjectId }) => subjectId);
    expect(expected.length).toBeGreaterThan(5);
    expect((await listAll(address)).map(({ subjectId }) => subjectId)).toEqual(expected);
    const count = await countExceptions(tenant.as.finance, tenant.businessId, toQuery(address));
    expect(count).toMatchObject({ count: expected.length, more: false });
  });

  test('keeps the work on a payment when its sort time changes', async () => {
    const [first] = await listAll('owner=me');
    await databasePool().query(
      `UPDATE payment SET sort_at = timestamptz '2025-01-01' WHERE business_id = $1 AND payment_id = (
       SELECT subject_id FROM payment_exception WHERE business_id = $1 AND kind = 'payment' AND owner_id = $2
         AND subject_id <> $3 AND resolved_at IS NULL ORDER BY subject_id DESC LIMIT 1)`,
      [tenant.businessId, tenant.as.finance.actor.personId, first?.subjectId],
    );
    const mine = await listAll('owner=me');
    const expected = (await listAll(openAndResolved)).filter((row) => isMine(row) && isOpen(row));
    expect(mine.map(({ subjectId }) => subjectId)).toEqual(expected.map(({ subjectId }) => subjectId));
  });

  test('finds exceptions by their own index', async () => {
    const client = await acquireClient(databasePool());
    try {
      // For so few rows the planner prefers a sequential scan and a sort, so both are switched off.
      await client.query(
        'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off',
      );
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT e.id FROM ${exceptionDefinition(tenant.as.finance.actor.personId).from}
        WHERE e.business_id = $1 ORDER BY e.at DESC, e.id DESC LIMIT 5`,
        [tenant.businessId],
      );
      expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toContain('payment_exceptional_idx');
    } finally {
      releaseClient(client, await rollBack(client));
    }
  });

  test('filters by the difference in one currency, and has none where amounts cannot be compared', async () => {
    const own = await createTenant();
    const insert = (values: string) =>
      databasePool().query(
        `INSERT INTO payment (business_id, payment_id, status, sort_at, first_observed_at, changed_at, client_payment_id,
         record_seen, display_currency, expected_display_amount, actual_display_amount, coverage, type, confirmed_deposit_count, late)
       VALUES ${values}`,
        [own.businessId],
      );
    const payment = (name: string, rest: string) =>
      `($1, gen_random_uuid(), 'NEW', now(), now(), now(), '${name}', true, ${rest})`;
    await insert(
      [
        payment('short', "'EUR', 50, 45.5, 'under', 'ONE_TIME', 1, false"),
        payment('excess', "'EUR', 50, 50.01, 'over', 'ONE_TIME', 1, false"),
        payment('dollars', "'USD', 50, 45, 'under', 'ONE_TIME', 1, false"),
        payment('reusable', "'EUR', 50, 45, NULL, 'REUSABLE', 1, true"),
        payment('unpaid', "'EUR', 50, 0, NULL, 'ONE_TIME', 0, true"),
      ].join(', '),
    );
    const list = async (address: string) => {
      const { rows } = await listExceptions(own.as.viewer, own.businessId, toQuery(address));
      return Object.fromEntries(rows.map(({ clientPaymentId, difference }) => [clientPaymentId, difference]));
    };
    expect(await list('')).toEqual({
      ...{ short: '-4.5', excess: '0.01', dollars: '-5', reusable: null, unpaid: null },
    });
    expect(await list('difference=EUR:-10..-1')).toEqual({ short: '-4.5' });
    expect(await list('difference=EUR:0..')).toEqual({ excess: '0.01' });
  });
});

describe('a search with many matches', () => {
  /** A search looks up at most 2,000 rows, and checks the rows of the list one by one if an index has more. */
  const depositCount = 2_100;
  const hash = `0x${'c4'.repeat(32)}`;
  let tenant: Tenant;

  /** Inserts payments with one deposit each, all in one transaction of the blockchain. */
  const insertPaid = (businessId: string, coverage: string, count: number) =>
    databasePool().query(
      `WITH paid AS (
       INSERT INTO payment (business_id, payment_id, client_payment_id, record_seen, coverage, sort_at, first_observed_at, changed_at)
       SELECT $1, gen_random_uuid(), $2 || '-' || n, true, $2, timestamptz '2026-11-01' + n * interval '1 minute', now(), now()
         FROM generate_series(1, $3) n RETURNING payment_id, sort_at)
     INSERT INTO deposit (business_id, deposit_id, payment_id, transaction_id, sort_at, first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), payment_id, $4, sort_at, now(), now() FROM paid`,
      [businessId, coverage, count, hash],
    );

  beforeAll(async () => {
    tenant = await createTenant();
    const { businessId } = tenant;
    await insertPaid(businessId, 'exact', depositCount);
    await insertPaid(businessId, 'under', 3);
    // Exceptions in other transactions.
    await databasePool().query(
      `INSERT INTO payment (business_id, payment_id, record_seen, coverage, sort_at, first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), true, 'over', timestamptz '2026-11-02' + n * interval '1 minute', now(), now()
       FROM generate_series(1, 120) n`,
      [businessId],
    );
  });

  /** Reads every page. Large ones, because each checks the rows again. */
  async function readAllPages({ as, businessId }: Tenant, q: string) {
    const references: (string | null)[] = [];
    let after: string | null = null;
    do {
      const page = await listExceptions(as.finance, businessId, { ...wholeList, q, after }, 700);
      references.push(...page.rows.map(({ clientPaymentId }) => clientPaymentId));
      expect(page.searchedDays).toBe(null);
      after = page.after;
    } while (after !== null);
    return references;
  }

  test.each([hash, hash.slice(2), `${hash.slice(0, 8)}…${hash.slice(-4)}`])(
    'finds each exception of a transaction with more than 2,000 deposits by %s',
    async (q) => {
      expect(await readAllPages(tenant, q)).toEqual(['under-3', 'under-2', 'under-1']);
      const query = { ...wholeList, q };
      expect(await countExceptions(tenant.as.finance, tenant.businessId, query)).toMatchObject({
        count: 3,
        more: false,
      });
    },
  );

  test('pages through more than 2,000 exceptions of one transaction without a gap', async () => {
    const other = await createTenant();
    await insertPaid(other.businessId, 'under', depositCount);
    const references = await readAllPages(other, hash);
    expect(references).toEqual(Array.from({ length: depositCount }, (_, at) => `under-${depositCount - at}`));
    const query = { ...wholeList, q: hash };
    expect(await countExceptions(other.as.finance, other.businessId, query)).toEqual({
      count: depositCount,
      more: false,
    });
  });
});
