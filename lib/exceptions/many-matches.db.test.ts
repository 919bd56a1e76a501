import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { countExceptions, listExceptions } from './queries.ts';

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
afterAll(closeDatabase);

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
