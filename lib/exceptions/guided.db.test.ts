import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readListQuery } from '#lib/lists/model/query.ts';
import { exceptionKeyset } from './list-keyset.ts';
import type { ExceptionRow } from './model.ts';
import { exceptionList } from './model.ts';
import { countExceptions, listExceptions } from './queries.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  // Several stand at one moment; every seventh fits.
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
  // Those that were resolved as something else than they are by now are open again.
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
}, 60_000);
afterAll(closeDatabase);

const ask = (address: string) => {
  const given = new URLSearchParams(address);
  return readListQuery(exceptionList, (name) => given.get(name)).query;
};

async function walked(address: string): Promise<readonly ExceptionRow[]> {
  const rows: ExceptionRow[] = [];
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const page = await listExceptions(tenant.as.finance, tenant.businessId, { ...ask(address), after }, 17);
    rows.push(...page.rows);
    after = page.after;
  }
  return rows;
}

const both = 'work=open,resolved';
const isMine = ({ owner }: ExceptionRow) => owner?.personId === tenant.as.finance.actor.personId;
const isOthers = (row: ExceptionRow) => row.owner !== null && !isMine(row);
const isOpen = ({ resolvedAt }: ExceptionRow) => resolvedAt === null;

test.each<[string, (row: ExceptionRow) => boolean]>([
  ['', isOpen],
  ['sort=oldest', isOpen],
  ['state=unmatched', (row) => row.states.includes('unmatched') && isOpen(row)],
  ['owner=me', (row) => isMine(row) && isOpen(row)],
  [`owner=me&${both}`, isMine],
  [`owner=others&${both}&state=late`, (row) => isOthers(row) && row.states.includes('late')],
  [`owner=nobody&${both}`, ({ owner }) => owner === null],
  [`owner=me,others&${both}`, ({ owner }) => owner !== null],
  ['work=resolved', (row) => !isOpen(row)],
  ['work=resolved&sort=oldest', (row) => !isOpen(row)],
  ['work=resolved&owner=others', (row) => !isOpen(row) && isOthers(row)],
  ['resolvedAt=today', (row) => !isOpen(row)],
  [`currency=USD&${both}`, ({ currency }) => currency === 'USD'],
  ['currency=ETH', (row) => row.currency === 'ETH' && isOpen(row)],
  ['actualIn=ETH', (row) => row.actualCurrency === 'ETH' && isOpen(row)],
  [`actualIn=JPY&${both}`, ({ actualCurrency }) => actualCurrency === 'JPY'],
  ...(['under', 'over', 'late', 'mismatch', 'unmatched', 'unknown-outcome'] as const).map(
    (state): [string, (row: ExceptionRow) => boolean] => [
      `state=${state}&${both}`,
      ({ states }) => states.includes(state),
    ],
  ),
  [`state=under,unmatched&${both}`, ({ states }) => states.includes('under') || states.includes('unmatched')],
])(
  '%s finds what a look at each row finds, in the order of the list, and counts it',
  async (address, has) => {
    const all = await walked(both);
    const order = address.includes('oldest') ? all.toReversed() : all;
    const wanted = order.filter(has).map(({ subjectId }) => subjectId);
    expect(wanted.length).toBeGreaterThan(5);
    expect((await walked(address)).map(({ subjectId }) => subjectId)).toEqual(wanted);
    const count = await countExceptions(tenant.as.finance, tenant.businessId, ask(address));
    expect(count).toMatchObject({ count: wanted.length, more: false });
  },
);

/** Which row of each walk is looked for as its last. */
async function walksOf(of: Tenant): Promise<readonly string[]> {
  const query = vi.spyOn(databasePool(), 'query');
  try {
    await listExceptions(of.as.finance, of.businessId, ask(''), 17);
    return query.mock.calls.flatMap(([text]) => /OFFSET (\d+) LIMIT 1$/.exec(String(text))?.[1] ?? []);
  } finally {
    query.mockRestore();
  }
}

test('a page of what is open looks at a few rows for each that it shows, for nearly all are', async () => {
  expect(await walksOf(tenant)).toEqual(['71']);
});

test('where none of these is open, it looks as far as any other first page', async () => {
  const resolved = await createTenant();
  await databasePool().query(
    `WITH late AS (
       INSERT INTO payment (business_id, payment_id, status, sort_at, first_observed_at, changed_at, late, record_seen)
       SELECT $1, gen_random_uuid(), 'NEW', now(), now(), now(), true, true FROM generate_series(1, 5000)
       RETURNING payment_id)
     INSERT INTO payment_exception (business_id, kind, subject_id, changed_at, resolved_at, resolved_by, resolved_states)
     SELECT $1, 'payment', payment_id, now(), now(), $2, ARRAY['late'] FROM late`,
    [resolved.businessId, resolved.as.finance.actor.personId],
  );
  expect(await walksOf(resolved)).toEqual(['71', '1499', '1499', '1499']);
});

test('what was asked by a request whose outcome is unknown is filtered for like what a payment was asked for', async () => {
  const found = await walked(`currency=USD&state=unknown-outcome&${both}`);
  const by = await walked(`expected=USD:11..13&${both}`);
  const asked = (rows: readonly ExceptionRow[]) =>
    rows.map(({ kind, expected, currency }) => [kind, expected, currency]);
  expect(asked(found)).toEqual(Array.from({ length: 3 }, () => ['intent', '12.5', 'USD']));
  expect(asked(by)).toEqual(asked(found));
});

test('what somebody has is found by who they are, alone and beside what others have', async () => {
  const all = await walked(both);
  const { owner, finance } = tenant.as;
  const found = async (whose: string, address: string) => {
    const asked = `owner=${whose}&${address}`;
    const ids = (await walked(asked)).map(({ subjectId }) => subjectId);
    expect(await countExceptions(finance, tenant.businessId, ask(asked))).toMatchObject({
      count: ids.length,
    });
    return ids;
  };
  const wanted = (has: (row: ExceptionRow) => boolean) => all.filter(has).map(({ subjectId }) => subjectId);
  const [theirs, mine] = [owner.actor.personId, finance.actor.personId];
  expect(wanted(isOthers).length).toBeGreaterThan(5);
  expect(await found(theirs, both)).toEqual(wanted(isOthers));
  expect(await found(mine, both)).toEqual(wanted(isMine));
  expect(await found(`${theirs},nobody`, both)).toEqual(wanted((row) => !isMine(row)));
  expect(await found(theirs, 'work=open')).toEqual(wanted((row) => isOthers(row) && isOpen(row)));
  expect(await found(crypto.randomUUID(), both)).toEqual([]);
  expect(await found('no-such-person', both)).toEqual([]);
});

test('work on a payment goes with it when the time that orders it changes', async () => {
  const [first] = await walked('owner=me');
  await databasePool().query(
    `UPDATE payment SET sort_at = timestamptz '2025-01-01' WHERE business_id = $1 AND payment_id = (
       SELECT subject_id FROM payment_exception WHERE business_id = $1 AND kind = 'payment' AND owner_id = $2
         AND subject_id <> $3 AND resolved_at IS NULL ORDER BY sort_at DESC LIMIT 1)`,
    [tenant.businessId, tenant.as.finance.actor.personId, first?.subjectId],
  );
  const mine = await walked('owner=me');
  const wanted = (await walked(both)).filter((row) => isMine(row) && isOpen(row));
  expect(mine.map(({ subjectId }) => subjectId)).toEqual(wanted.map(({ subjectId }) => subjectId));
});

test.each([
  ['e.currency', 'payment_exceptional_asked_in_idx'],
  ['e.actual_currency', 'payment_exceptional_came_in_idx'],
])('on the currency that the list shows as %s is the index %s', async (column, index) => {
  const client = await acquireClient(databasePool());
  try {
    // So few rows are read as a whole and put in order, unless that is not allowed.
    await client.query(
      'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off',
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT e.id FROM ${exceptionKeyset(tenant.as.finance.actor.personId).from}
        WHERE e.business_id = $1 AND ${column} = 'USD' ORDER BY e.at DESC, e.id DESC LIMIT 5`,
      [tenant.businessId],
    );
    const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toContain(index);
    // Walked in the order of the list: a page of very many must not be read out of all of them and sorted.
    expect(plan.replace(/Merge Append.*\n *Sort Key: .*/, '')).not.toContain('Sort Key: payment.');
  } finally {
    releaseClient(client, await rollBack(client));
  }
});
