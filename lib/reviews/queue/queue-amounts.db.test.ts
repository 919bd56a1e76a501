import { expect, test } from 'vitest';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';
import { queueRowJoins, queueRowSelect } from './queries/queue-row.ts';

const rows = async (desk: CaseFixture) =>
  (await readQueue(desk.as.compliance, desk.businessId, 'sort=eur.desc')).rows.map(
    ({ caseId, amount, currency, eur, joined }) => ({ caseId, amount, currency, eur, joined }),
  );

test('shows the total amount of all records of a case in the queue, and sorts by it', async () => {
  const desk = await createCaseFixture();
  const btc = { depositCurrency: 'BTC', depositAmount: '0.1', uniformPayableAmount: '600' };
  const [a, b] = [await desk.flagged(btc), await desk.flagged(btc)];
  const larger = await desk.flagged({ ...btc, depositAmount: '0.15', uniformPayableAmount: '1000' });
  await desk.merge(a.caseId, b.caseId);
  expect(await rows(desk)).toEqual([
    { caseId: a.caseId, amount: '0.2', currency: 'BTC', eur: '1200', joined: 1 },
    { caseId: larger.caseId, amount: '0.15', currency: 'BTC', eur: '1000', joined: 0 },
  ]);
});

test('never adds amounts of different currencies, and returns unknown if one amount is unknown', async () => {
  const desk = await createCaseFixture();
  const btc = { depositCurrency: 'BTC', depositAmount: '0.1', uniformPayableAmount: '600' };
  const [a, b] = [
    await desk.flagged(btc),
    await desk.flagged({ depositCurrency: 'ETH', depositAmount: '2', uniformPayableAmount: '5' }),
  ];
  await desk.merge(a.caseId, b.caseId);
  expect(await rows(desk)).toEqual([
    { caseId: a.caseId, amount: null, currency: null, eur: '605', joined: 1 },
  ]);
  const [c, d] = [
    await desk.flagged(btc),
    await desk.flagged({ depositCurrency: 'BTC', depositAmount: null, uniformPayableAmount: null }),
  ];
  await desk.merge(c.caseId, d.caseId);
  expect((await rows(desk)).at(-1)).toEqual({
    caseId: c.caseId,
    amount: null,
    currency: null,
    eur: null,
    joined: 1,
  });
});

type Plan = {
  readonly Alias?: string | undefined;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[] | undefined;
};
const plan: z.ZodType<Plan> = z.object({
  Alias: z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  get Plans() {
    return z.array(plan).optional();
  },
});
/** Counts the rows that a plan reads of a table, by its alias. */
const countRead = (node: Plan, alias: string): number =>
  (node.Alias === alias ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + countRead(child, alias), 0);

test('reads the subjects of the listed cases alone', async () => {
  const desk = await createCaseFixture();
  const [a, b] = [await desk.flagged(), await desk.flagged()];
  await desk.merge(a.caseId, b.caseId);
  const many = await desk.flagged();
  await databasePool().query(
    `INSERT INTO review_case (business_id, subject_kind, subject_id, state, opened_at, due_at, changed_at, merged_into, merged_at)
     SELECT $1::uuid, 'deposit', gen_random_uuid(), 'merged', now(), now(), now(), $2::uuid, now() FROM generate_series(1, 300)`,
    [desk.businessId, many.caseId],
  );
  const { rows: found } = await databasePool().query(
    `EXPLAIN (ANALYZE, FORMAT JSON) SELECT ${queueRowSelect}
       FROM (SELECT c.* FROM review_case c WHERE c.business_id = $1::uuid ORDER BY c.number LIMIT 1) c ${queueRowJoins}`,
    [desk.businessId],
  );
  const [read] = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: plan })) })).parse(found);
  expect(read?.['QUERY PLAN'].map((one) => countRead(one.Plan, 'm'))).toEqual([2]);
});
