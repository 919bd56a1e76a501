import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import { listCondition, listRows } from '#lib/lists/definition.ts';
import type { ListPage } from '#lib/lists/model/query.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { recordFailingReads, recordWorkingReads } from '#lib/payments/sync/read-health-store.ts';
import { instant } from '#lib/values/instant.ts';
import { assignCases } from '../cases/assign-cases.ts';
import { maximumCasesAtOnce } from '../cases/schema/choices.ts';
import { snoozeCases } from '../cases/snooze-cases.ts';
import { reportDefinition } from '../reports/queries/definition.ts';
import { queueQuery, readQueue } from '../testing/read-queue.ts';
import { sweepCases } from '../testing/sweep-cases.ts';
import { readDesk } from './queries/desk.ts';
import { calculateCaseTotals, countCases, listSelectedCases, readCaseTotals } from './queries/queue.ts';
import { queueDefinition, toQueueReader } from './queries/queue-definition.ts';

let tenant: Tenant;
const ids: string[] = [];
const sweep = () => sweepCases();
const reference = (n: number) => `order-${n}`;

/** Creates 120 deposits with due times one minute apart, the first one earliest. Every third has no EUR amount. */
const many = 120;
beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  for (let n = 0; n < many; n += 1) {
    const payment = await insertPayment(businessId, { clientPaymentId: reference(n) });
    ids.push(
      await insertDeposit(businessId, payment, {
        status: n % 10 === 0 ? 'BLOCKED' : 'COMPLIANCE_REVIEW',
        recordSeen: true,
        depositCurrency: n % 2 === 0 ? 'BTC' : 'ETH',
        depositAmount: `0.${String(n + 1).padStart(18, '0')}`,
        uniformPayableAmount: n % 3 === 0 ? null : `${n}.01`,
      }),
    );
  }
  const withdrawal = await insertWithdrawal(businessId, {
    status: 'BLOCKED',
    clientWithdrawalId: 'payout-1',
    withdrawCurrency: 'BTC',
    actualWithdrawAmount: '1',
  });
  ids.push(withdrawal);
  await sweep();
  const base = Date.now() + 3_600_000;
  await databasePool().query(
    `UPDATE review_case SET due_at = $3::timestamptz + n * interval '1 minute',
            opened_at = $3::timestamptz - interval '10000 seconds' - n * interval '1 minute'
       FROM unnest($2::uuid[]) WITH ORDINALITY AS subject(id, n) WHERE business_id = $1 AND subject_id = id`,
    [businessId, ids, new Date(base)],
  );
});

const list = (address = '', as = tenant.as.compliance) => readQueue(as, tenant.businessId, address);
const count = (address: string) =>
  countCases(tenant.as.owner, tenant.businessId, queueQuery(address)).then((told) => told.count);
const readCaseId = async (n: number) =>
  (await database().reviewCase.findFirstOrThrow({ where: { subjectId: ids[n] ?? '' } })).caseId;

async function walk(address: string, way: 'after' | 'before', from: string | null = null) {
  const seen: string[] = [];
  let cursor = from;
  for (;;) {
    const page = await list(`${address}${cursor === null ? '' : `&${way}=${cursor}`}`);
    expect(page.isCursorInvalid).toBe(false);
    if (way === 'after') seen.push(...page.rows.map((row) => row.subjectId));
    else seen.unshift(...page.rows.map((row) => row.subjectId));
    cursor = page[way];
    if (cursor === null) return seen;
  }
}

test('sorts by due time and pages forward and back with each case once', async () => {
  const due = 'sort=due.asc';
  expect(await walk(due, 'after')).toEqual(ids);
  expect(await walk('sort=due.desc', 'after')).toEqual(ids.toReversed());
  expect(await walk('sort=opened.desc', 'after')).toEqual(ids);
  const second = (await list(due)).after ?? '';
  const third = (await list(`${due}&after=${second}`)).after ?? '';
  const last = await list(`${due}&after=${third}`);
  const before = last.before ?? '';
  expect((await list(`${due}&before=${before}`)).rows.map((row) => row.subjectId)).toEqual(
    ids.slice(50, 100),
  );
  // A cursor of another sort order or view is ignored.
  expect(await list(`sort=eur.desc&after=${second}`)).toMatchObject({ isCursorInvalid: true });
});

test('sorts by EUR with unreported amounts last in both directions, and follows the deposit’s value', async () => {
  const eur = async (address: string) => {
    const rows = [];
    for (let after: string | null = null; ; ) {
      const page = await list(`${address}${after === null ? '' : `&after=${after}`}`);
      rows.push(...page.rows);
      if (page.after === null) return rows.map((row) => row.eur);
      after = page.after;
    }
  };
  const down = await eur('sort=eur.desc');
  const told = down.filter((one) => one !== null);
  expect(down).toHaveLength(ids.length);
  expect(told.map(Number)).toEqual(told.map(Number).toSorted((one, two) => two - one));
  expect(down.slice(told.length).every((one) => one === null)).toBe(true);
  const up = await eur('sort=eur.asc');
  expect(up.slice(0, told.length)).toEqual(told.toReversed());
  await database().deposit.updateMany({
    where: { depositId: ids[1] ?? '' },
    data: { uniformPayableAmount: '999999.5' },
  });
  await sweep();
  expect((await list('sort=eur.desc')).rows[0]?.subjectId).toBe(ids[1]);
  await database().deposit.updateMany({
    where: { depositId: ids[1] ?? '' },
    data: { uniformPayableAmount: '1.01' },
  });
  await sweep();
});

test('filters alone and combined, and counts the matching rows', async () => {
  const found = async (address: string) => {
    const all = (await walk(address, 'after')).length;
    expect(await count(address)).toBe(all);
    return all;
  };
  expect(await found('subject=withdrawal')).toBe(1);
  expect(await found('reason=deposit-blocked')).toBe(12);
  expect(await found('reason=deposit-blocked,withdrawal-blocked')).toBe(13);
  expect(await found('serviceStatus=COMPLIANCE_REVIEW&currency=ETH')).toBe(60);
  expect(await found('eur=EUR:10..20.5')).toBe(8);
  expect(await found('amount=BTC:0.5..')).toBe(1);
  expect(await found('cases=no-eur')).toBe(41);
  expect(await found('assignee=nobody')).toBe(121);
  expect(await found('assignee=me')).toBe(0);
  expect(await found('decision=clear')).toBe(0);
  expect(await found('queue=decided')).toBe(0);
  expect(await found('queue=nothing-of-ours')).toBe(0);
  expect(await found('queue=unassigned,decided')).toBe(121);
  expect(await found('openedAt=..2001-01-01')).toBe(0);
  expect(await found('changedAt=last-7-days')).toBe(121);
  expect(await found('changedAt=..2001-01-01')).toBe(0);
  expect(await found('disagreesAt=last-7-days')).toBe(0);
  expect(await found('rule=1')).toBe(121);
});

test('returns each case once and in order for every filter', async () => {
  const asker = tenant.as.compliance;
  const definition = queueDefinition(toQueueReader(asker));
  for (const address of [
    'serviceStatus=BLOCKED',
    'currency=ETH&eur=EUR:10..60',
    'eur=EUR:10..20.5',
    'cases=no-eur&sort=eur.desc',
    'reason=deposit-blocked&queue=unassigned',
    'subject=withdrawal&queue=open,mine',
    'amount=BTC:0.0000000000000001..&sort=opened.asc',
    'queue=decided&currency=BTC',
  ]) {
    const query = queueQuery(address);
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page: ListPage<string> = await readPage(definition, {
        businessId: tenant.businessId,
        query: { ...query, after },
        size: 5,
        select: 'c.subject_id',
        read: (row) => String(row['subject_id']),
      });
      seen.push(...page.rows);
      after = page.after;
      if (after === null) break;
    }
    expect(seen, address).toEqual(await walk(address, 'after'));
    expect(await countRows(definition, tenant.businessId, query), address).toEqual({
      count: seen.length,
      more: false,
    });
  }
});

test('finds a case by its number, its subject and its reference', async () => {
  const { number } = await database().reviewCase.findFirstOrThrow({ where: { subjectId: ids[7] ?? '' } });
  for (const q of [`${number}`, `case ${number}`, ids[7]?.slice(0, 18) ?? '', ids[7] ?? ''])
    expect((await list(`q=${encodeURIComponent(q)}`)).rows.map((row) => row.subjectId)).toContain(ids[7]);
  expect((await list('q=order-119')).rows.map((row) => row.reference)).toEqual(['order-119']);
  expect((await list('q=payout-')).rows.map((row) => row.subjectKind)).toEqual(['withdrawal']);
  expect((await list(`q=${encodeURIComponent("%'; --")}`)).rows).toEqual([]);
});

test('finds the same cases where the search checks each row, in the queue and the register', async () => {
  const query = { ...queueQuery('q=order-119'), choices: {} };
  const asker = toQueueReader(tenant.as.compliance);
  const find = async (definition: ListDefinition) => {
    const statement = new Statement();
    const condition = listCondition(definition, statement, tenant.businessId, query);
    const text = `SELECT ${definition.id} AS id FROM ${listRows(definition)} WHERE ${condition}`;
    const { rows } = await databasePool().query<{ id: string }>(text, statement.values);
    return rows.map(({ id }) => id);
  };
  expect(await find(queueDefinition(asker))).toEqual([await readCaseId(119)]);
  expect(await find(reportDefinition(asker.me))).toEqual([]);
});

test('returns totals per currency that equal the sum of the rows', async () => {
  const totals = async (address: string) => {
    const told = await readCaseTotals(tenant.as.owner, tenant.businessId, queueQuery(address));
    return told.kind === 'exact' ? told : expect.unreachable('they are few');
  };
  const { rows, fields } = await totals('');
  expect(rows).toBe(ids.length);
  const sums = fields.find(({ field }) => field === 'amount')?.sums ?? [];
  expect(sums.map(({ currency, count: of }) => [currency, of])).toEqual([
    ['BTC', 61],
    ['ETH', 60],
  ]);
  // The sum 2 + 4 + … + 120 of the smallest unit.
  expect(sums.find(({ currency }) => currency === 'ETH')?.total).toBe('0.00000000000000366');
  const own = (await totals('currency=ETH')).fields.find(({ field }) => field === 'amount');
  expect(own?.sums[0]?.total).toBe('0.00000000000000366');
  const steps = [];
  for await (const step of calculateCaseTotals(tenant.as.owner, tenant.businessId, queueQuery('')))
    steps.push(step);
  expect(steps.at(-1)).toMatchObject({ done: true, rows: ids.length, fields });
});

test('snoozes cases selected over several pages, and skips and counts those not open', async () => {
  const picked = await Promise.all([0, 60, 119].map(readCaseId));
  const address = `only=${picked.join(',')}`;
  const found = await listSelectedCases(tenant.as.compliance, tenant.businessId, queueQuery(address));
  expect(found.more).toBe(false);
  expect(new Set(found.cases.map(({ caseId }) => caseId))).toEqual(new Set(picked));
  const { businessId } = tenant;
  const proposed = picked[0] ?? '';
  await databasePool().query(`UPDATE review_case SET state = 'proposed' WHERE case_id = $1`, [proposed]);
  const snooze = (caseIds: string[], hours: 0 | 24) =>
    snoozeCases(tenant.as.compliance, { businessId, caseIds, hours });
  expect(await snooze(picked, 24)).toMatchObject({ snoozed: 2, left: 1 });
  expect(await count('queue=snoozed')).toBe(2);
  expect(await count('')).toBe(ids.length - 2);
  expect(
    await database().auditEntry.count({ where: { objectId: { in: picked }, action: 'review-case.snooze' } }),
  ).toBe(2);
  // A case of another business: none is changed.
  await expect(snooze([...picked, randomUUID()], 0)).rejects.toMatchObject({ code: 'not-found' });
  expect(await count('queue=snoozed')).toBe(2);
  expect(await snooze(picked, 0)).toMatchObject({ snoozed: 2, left: 1 });
  expect(await count('queue=snoozed')).toBe(0);
  await databasePool().query(`UPDATE review_case SET state = 'open' WHERE case_id = $1`, [proposed]);
  const whole = await listSelectedCases(tenant.as.compliance, businessId, queueQuery(''));
  expect([whole.cases.length, whole.more]).toEqual([ids.length, false]);
  expect(maximumCasesAtOnce).toBeGreaterThan(ids.length);
});

test('counts each view like its list', async () => {
  const { businessId } = tenant;
  const me = tenant.as.compliance.actor.personId;
  await assignCases(tenant.as.compliance, {
    businessId,
    caseIds: [await readCaseId(3), await readCaseId(4)],
    personId: me,
  });
  await database().reviewCase.updateMany({
    where: { caseId: await readCaseId(5) },
    data: { dueAt: new Date(Date.now() - 60_000) },
  });
  const { counts } = await readDesk(tenant.as.compliance, businessId);
  expect(counts).toEqual({
    ...{ open: 121, mine: 2, unassigned: 119, overdue: 1, second: 0, snoozed: 0, disagrees: 0, decided: 0 },
  });
  for (const [view, of] of Object.entries(counts))
    expect((await walk(`queue=${view}`, 'after')).length).toBe(of);
  expect((await list('queue=overdue')).rows[0]).toMatchObject({ subjectId: ids[5], isOverdue: true });
  expect((await list('assignee=others', tenant.as.owner)).rows).toHaveLength(2);
  expect((await list(`assignee=${me}`, tenant.as.owner)).rows).toHaveLength(2);
});

test('reports whether data that flags deposits arrives', async () => {
  const own = await createTenant();
  const source = async () => (await readDesk(own.as.compliance, own.businessId)).source;
  expect(await source()).toMatchObject({ lastReadAt: null, failing: null, assessed: false });
  const [first, later] = [instant(1_000_000), instant(2_000_000)];
  await recordWorkingReads(own.businessId, first);
  await recordFailingReads(own.businessId, later, 'No answer: refused.');
  await recordFailingReads(own.businessId, instant(3_000_000), 'No answer: still refused.');
  expect(await source()).toMatchObject({
    lastReadAt: first,
    failing: { since: later, error: 'No answer: still refused.' },
  });
  await recordWorkingReads(own.businessId, instant(4_000_000));
  expect(await source()).toMatchObject({ lastReadAt: 4_000_000, failing: null });
});
