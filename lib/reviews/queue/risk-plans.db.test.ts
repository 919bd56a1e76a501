import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { prepareQuery } from '#lib/lists/prepare-query.ts';
import { readBatchRows } from '#lib/lists/scan/batch-sql.ts';
import { rowsByAmountIndex } from '#lib/lists/scan/indexed-rows.ts';
import { splitQuery } from '#lib/lists/scan/split-conditions.ts';
import { countCases, listCases } from '../queries/queue.ts';
import { queueDefinition, toQueueReader } from '../queries/queue-definition.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { queueQuery, readQueue } from '../testing/read-queue.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
  const client = await acquireClient(databasePool());
  try {
    // Decided cases without decisions, which the triggers refuse.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO review_case (business_id, number, subject_kind, subject_id, state, opened_at, due_at, changed_at,
         assignee_id, disagrees_at, risk_category, risk_weight, risk_score, risk_score_number)
       SELECT $1::uuid, n, 'deposit', gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'open' ELSE 'decided' END, now(),
              now() + (CASE WHEN n % 2000 < 2 AND n <= 10000 THEN n / 20 ELSE n END - 4000) * interval '1 second',
              now(), CASE WHEN n % 4000 = 0 THEN $2::uuid END,
              CASE WHEN n % 4000 = 1 THEN now() END, CASE WHEN n % 2000 < 2 THEN 'Mixer'
                ELSE (ARRAY['GAMBLING', 'EXCHANGE', NULL])[n / 2 % 3 + 1] END, 500, n::text, n
         FROM generate_series(1, 20000) n`,
      [desk.businessId, desk.as.compliance.actor.personId],
    );
    await client.query('COMMIT');
  } finally {
    releaseClient(client, await rollBack(client));
  }
  await databasePool().query('ANALYZE review_case');
}, 60_000);
afterAll(closeDatabase);

/** Prepares a query as a page does, with what its batches scan and the plan of one. */
async function planBatch(address: string) {
  const { businessId } = desk;
  const query = await prepareQuery(definition(), businessId, queueQuery(address));
  const { byRow } = splitQuery(definition(), query);
  const statement = new Statement();
  const scan = { definition: definition(), businessId, query };
  const from = { part: 'known', position: null, downwards: false } as const;
  const rows = readBatchRows(scan, statement, from, { limit: 51 });
  return { byRow, plan: await explain(`SELECT c.case_id FROM ${rows}`, statement) };
}

const definition = () => queueDefinition(toQueueReader(desk.as.compliance));
const explain = async (text: string, statement: Statement): Promise<string> => {
  const { rows } = await databasePool().query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, statement.values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

test.each([
  ['category=mixer', 'review_case_waiting_by_category'],
  ['category=mixer&queue=overdue', 'review_case_waiting_by_category'],
  ['category=mixer&queue=decided', 'review_case_by_category'],
  ['category=mixer,GAMBLING', 'review_case_waiting_by_category'],
  ['category=Mixer,mixer,gambling&queue=decided', 'review_case_by_category'],
])('reads the page %s in list order by the index %s', async (address, index) => {
  const { byRow, plan } = await planBatch(address);
  // No row is read only to be left out.
  expect(byRow).toBe(null);
  expect(plan).toMatch(new RegExp(`Scan using ${index} on review_case`));
  expect(plan).not.toMatch(/Sort {2}\(|Seq Scan on review_case/);
});

test.each(['mine', 'unassigned', 'second', 'snoozed', 'disagrees', 'mine,second', 'open,snoozed,decided'])(
  'checks the category of each case in the view %s, and not the view of each case of the category',
  async (view) => {
    for (const category of ['mixer', 'mixer,gambling']) {
      const { byRow, plan } = await planBatch(`category=${category}&queue=${view}`);
      expect(byRow?.choices['category']).toEqual(category.split(','));
      expect(plan).not.toMatch(/risk_category|Seq Scan on review_case/);
    }
  },
);

test('merges the cases of several categories in list order, each case once', async () => {
  const { businessId, as } = desk;
  const address = 'category=MIXER,mixer,gambling';
  const all = await readQueue(as.compliance, businessId, address);
  const next = await listCases(as.compliance, businessId, { ...queueQuery(address), after: all.after });
  const rows = [...all.rows, ...next.rows];
  const open = await listCases(as.compliance, businessId, queueQuery('queue=open'), 400);
  const matching = open.rows.filter(({ riskCategory }) => /^(mixer|gambling)$/i.test(riskCategory ?? ''));
  const expected = matching.slice(0, rows.length);
  expect(rows.map(({ caseId }) => caseId)).toEqual(expected.map(({ caseId }) => caseId));
  for (const page of [all, next])
    expect(new Set(page.rows.map(({ riskCategory }) => riskCategory))).toEqual(
      new Set(['Mixer', 'GAMBLING']),
    );
  expect(rows.map(({ dueAt }) => dueAt)).toEqual(rows.map(({ dueAt }) => dueAt).toSorted());
  expect(await countCases(as.compliance, businessId, queueQuery(address))).toEqual({
    count: 10 + 3_330,
    more: false,
  });
});

test('finds the few cases of a category in a personal view', async () => {
  const { businessId, as } = desk;
  for (const [address, count] of [
    ['category=MIXER&queue=mine', 5],
    ['category=MIXER,gambling&queue=mine', 5],
    ['category=MIXER&queue=disagrees', 5],
    ['category=gambling&queue=mine', 0],
  ] as const) {
    const { rows, after } = await readQueue(as.compliance, businessId, address);
    expect([address, rows.length, after]).toEqual([address, count, null]);
  }
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
