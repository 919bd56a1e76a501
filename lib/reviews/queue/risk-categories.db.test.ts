import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { queueQuery, readQueue } from '../testing/read-queue.ts';
import { countCases, listCases } from './queries/queue.ts';

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
});
afterAll(closeDatabase);

test('merges the cases of several categories in list order, each case once', async () => {
  const { businessId, as } = desk;
  const address = 'category=MIXER,mixer,gambling&sort=due.asc';
  const all = await readQueue(as.compliance, businessId, address);
  const next = await listCases(as.compliance, businessId, { ...queueQuery(address), after: all.after });
  const rows = [...all.rows, ...next.rows];
  const open = await listCases(as.compliance, businessId, queueQuery('queue=open&sort=due.asc'), 400);
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
  ['score=101..120', 10],
  ['score=..120&queue=decided', 60],
])('counts the cases with %s', async (address, count) => {
  expect(await countCases(desk.as.compliance, desk.businessId, queueQuery(address))).toEqual({
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
  expect(scored.rows.map(({ riskScore }) => riskScore)).toEqual(['20000', '19998']);
});
