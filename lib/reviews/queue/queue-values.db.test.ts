import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { LiveEvent } from '#lib/realtime/live-events.ts';
import { subscribe } from '#lib/realtime/live-events.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { queueQuery, readQueue } from '../testing/read-queue.ts';
import { countCases, listCases } from './queries/queue.ts';
import { queueRowJoins, queueRowSelect } from './queries/queue-row.ts';
import { queueList } from './schema.ts';

describe('amounts', () => {
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
});

describe('risk categories and scores', () => {
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
});

describe('due days', () => {
  const hourMs = 3_600_000;

  test('filters due and snoozed times by future days', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await desk.flagged();
    const later = await desk.flagged();
    const set = (id: string, hours: number) =>
      database().reviewCase.updateMany({
        where: { caseId: id },
        data: {
          dueAt: new Date(Date.now() + hours * hourMs),
          snoozedUntil: new Date(Date.now() + hours * hourMs),
        },
      });
    await set(caseId, 3 * 24);
    await set(later.caseId, 20 * 24);
    const found = async (address: string) =>
      (await readQueue(desk.as.compliance, desk.businessId, address)).rows.map((row) => row.caseId);
    expect(await found('queue=open,snoozed&dueAt=next-7-days')).toEqual([caseId]);
    expect(await found('queue=snoozed&snoozedUntil=next-7-days')).toEqual([caseId]);
    expect((await found('queue=snoozed&snoozedUntil=next-30-days')).length).toBe(2);
    expect(await found('queue=snoozed&dueAt=tomorrow')).toEqual([]);
    expect([queueList.filters.dueAt.isFuture, queueList.filters.snoozedUntil.isFuture]).toEqual([true, true]);
  });
});

describe('a reported value', () => {
  test('announces a changed case value, by which the queue is sorted', async () => {
    const desk = await createCaseFixture();
    const { depositId } = await desk.flagged({ uniformPayableAmount: null });
    const events: LiveEvent[] = [];
    const stop = subscribe((event) => events.push(event));
    await vi.waitFor(() => expect(events).toContainEqual({ kind: 'missed' }), {
      timeout: 60_000,
      interval: 5,
    });
    await desk.change(depositId, { uniformPayableAmount: '25' });
    await desk.sweep();
    const notification = { kind: 'change', businessId: desk.businessId, topics: ['reviews'], ids: [] };
    await vi.waitFor(() => expect(events).toContainEqual(notification), { timeout: 60_000, interval: 5 });
    stop();
  });
});
