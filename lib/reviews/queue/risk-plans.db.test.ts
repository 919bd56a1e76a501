import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { prepareQuery } from '#lib/lists/prepare-query.ts';
import { readBatchRows } from '#lib/lists/scan/batch-sql.ts';
import { rowsByAmountIndex } from '#lib/lists/scan/indexed-rows.ts';
import { splitQuery } from '#lib/lists/scan/split-conditions.ts';
import { countCases } from '../queries/queue.ts';
import { queueDefinition, toQueueReader } from '../queries/queue-definition.ts';
import type { CaseDesk } from '../testing/case-desk.ts';
import { newCaseDesk } from '../testing/case-desk.ts';
import { queueQuery, readQueue } from '../testing/read-queue.ts';

let desk: CaseDesk;
beforeAll(async () => {
  desk = await newCaseDesk();
  const client = await acquireClient(databasePool());
  try {
    // Decided cases without decisions, which the triggers refuse.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO review_case (business_id, number, subject_kind, subject_id, state, opened_at, due_at, changed_at,
         risk_category, risk_weight, risk_score, risk_score_number)
       SELECT $1::uuid, n, 'deposit', gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'open' ELSE 'decided' END, now(),
              now() + n * interval '1 second', now(), CASE WHEN n % 2000 < 2 THEN 'Mixer'
                ELSE (ARRAY['GAMBLING', 'EXCHANGE', NULL])[n / 2 % 3 + 1] END, 500, n::text, n
         FROM generate_series(1, 20000) n`,
      [desk.businessId],
    );
    await client.query('COMMIT');
  } finally {
    releaseClient(client, await rollBack(client));
  }
  await databasePool().query('ANALYZE review_case');
}, 60_000);
afterAll(closeDatabase);

const definition = () => queueDefinition(toQueueReader(desk.as.compliance));
const explain = async (text: string, statement: Statement): Promise<string> => {
  const { rows } = await databasePool().query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, statement.values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

test.each([
  ['category=mixer', 'review_case_waiting_by_category'],
  ['category=mixer&queue=unassigned', 'review_case_waiting_by_category'],
  ['category=mixer&queue=decided', 'review_case_by_category'],
])('reads the page %s in list order by the index %s', async (address, index) => {
  const { businessId } = desk;
  const query = await prepareQuery(definition(), businessId, queueQuery(address));
  // No row is read only to be left out.
  expect(splitQuery(definition(), query).byRow).toBe(null);
  const statement = new Statement();
  const scan = { definition: definition(), businessId, query };
  const rows = readBatchRows(
    scan,
    statement,
    { part: 'known', position: null, downwards: false },
    { limit: 51 },
  );
  const plan = await explain(`SELECT c.case_id FROM ${rows}`, statement);
  expect(plan).toMatch(new RegExp(`Scan using ${index} on review_case`));
  expect(plan).not.toMatch(/Sort|Seq Scan on review_case/);
});

test.each([
  ['score=101..120', 10, 'review_case_waiting_by_score'],
  ['score=..120&queue=decided', 60, 'review_case_business_id_state_risk_score_number_case_id_idx'],
])('reads the cases with %s by the index of scores', async (address, count, index) => {
  const { businessId } = desk;
  const query = await prepareQuery(definition(), businessId, queueQuery(address));
  const statement = new Statement();
  const rows = (await rowsByAmountIndex(definition(), businessId, query))?.(statement);
  const plan = await explain(`SELECT c.case_id FROM ${rows}`, statement);
  expect(plan).toMatch(new RegExp(`Scan using ${index} on review_case`));
  expect(await countCases(desk.as.compliance, businessId, queueQuery(address))).toEqual({
    count,
    more: false,
  });
});

test('finds rare categories and scores behind thousands of other cases in one page', async () => {
  const { businessId, as } = desk;
  const { rows, after } = await readQueue(as.compliance, businessId, 'category=MIXER');
  expect([rows.length, after]).toEqual([10, null]);
  expect(await countCases(as.compliance, businessId, queueQuery('category=MIXER'))).toEqual({
    count: 10,
    more: false,
  });
  const scored = await readQueue(as.compliance, businessId, 'score=19998..');
  expect(scored.rows.map(({ riskScore }) => riskScore)).toEqual(['19998', '20000']);
});
