import { beforeEach, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { decideReopening } from '#lib/reviews/decisions/decide-reopening.ts';
import { reopenCase } from '#lib/reviews/decisions/reopen-case.ts';
import type { CaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { ageCase, createReportedCase } from '#lib/reviews/testing/closed-case.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { readRetention } from './index.ts';
import { placeHold } from './place-hold.ts';
import { placeHoldForm } from './schema.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';
import { countExpiredCases, verifyCaseNumbers } from './verify-queries.ts';

const desk = createRetentionFixture();
let cases: CaseFixture;
beforeEach(async () => {
  cases = await createCaseFixture(systemClock, desk.tenant);
});

const partTables = ['review_fact', 'review_decision', 'review_note', 'review_file', 'review_report'];
const countParts = async (caseId: string): Promise<number> => {
  const counts = partTables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE case_id = $1)`);
  const { rows } = await databasePool().query(`SELECT ${counts.join(' + ')} AS count`, [caseId]);
  return Number(rows[0]?.count);
};
const readCaseRule = async () => {
  const { rules } = await readRetention(desk.tenant.as.owner, desk.tenant.businessId);
  return rules.find(({ kind }) => kind === 'case');
};

test('removes a closed case with everything that belongs to it, and keeps its evidence', async () => {
  const { businessId } = desk.tenant;
  const { caseId, depositId, number, file } = await createReportedCase(cases);
  const recent = await createReportedCase(cases);
  await ageCase(caseId, 6);
  const expiredBefore = await countExpiredCases();
  await desk.setYears('case', '5');
  expect(await readCaseRule()).toMatchObject({ years: 5, preview: { count: 1, expiring: 1, obstacles: [] } });
  expect(await countParts(caseId)).toBeGreaterThanOrEqual(partTables.length);
  expect(await desk.run()).toEqual({ expired: 1, retained: 0 });

  expect(await countParts(caseId)).toBe(0);
  const left = await database().reviewCase.findMany({ where: { businessId }, select: { caseId: true } });
  expect(left).toEqual([{ caseId: recent.caseId }]);
  expect(await database().recordExpiry.findFirst({ where: { recordId: caseId } })).toMatchObject({
    kind: 'case',
    number,
    years: 5,
    answers: [{ source: 'file', sha256: file.sha256, size: 15 }],
    parts: {
      subject: 'deposit',
      subjectId: depositId,
      decisions: 1,
      byTwoPeople: 1,
      notes: 1,
      files: 1,
      reports: 1,
    },
  });
  // The audit log keeps who decided.
  const decided = { chainId: businessId, objectId: caseId, action: 'review-case.confirm' };
  expect(await database().auditEntry.count({ where: decided })).toBe(1);
  expect((await desk.listActions()).at(-1)).toBe('retention.expire');
  expect(await countExpiredCases()).toBe(expiredBefore + 1);
  await desk.verifyKept();
});

test('keeps a case while a reopening waits, and removes its answered proposals with it', async () => {
  const { businessId, as } = desk.tenant;
  const { caseId } = await createReportedCase(cases);
  const at = async () => {
    const { version } = await database().reviewCase.findFirstOrThrow({ where: { caseId } });
    return { businessId, caseId, version };
  };
  const countProposals = () => database().proposal.count({ where: { businessId, kind: 'reopening' } });
  await reopenCase(as.compliance, { ...(await at()), reason: 'New facts' });
  await ageCase(caseId, 6);
  await desk.setYears('case', '5');
  expect(await readCaseRule()).toMatchObject({ preview: { obstacles: [{ obstacle: 'open', count: 1 }] } });
  expect(await desk.run()).toEqual({ expired: 0, retained: 1 });
  await decideReopening(as.owner, { ...(await at()), answer: 'decline', comment: 'Nothing new in it' });
  expect(await countProposals()).toBe(1);
  await ageCase(caseId, 6);
  await desk.restart();
  expect(await desk.run()).toEqual({ expired: 1, retained: 0 });
  expect(await countProposals()).toBe(0);
});

test('removes merged cases with the case that they joined, and gives no number twice', async () => {
  const { businessId } = desk.tenant;
  const [stays, joins] = [await cases.flagged(), await cases.flagged()];
  await cases.merge(stays.caseId, joins.caseId);
  await cases.propose(stays.caseId);
  await cases.sweep();
  for (const { caseId } of [stays, joins]) await ageCase(caseId, 6);
  await desk.setYears('case', '5');
  expect(await desk.run()).toEqual({ expired: 1, retained: 0 });
  expect(await database().reviewCase.count({ where: { businessId } })).toBe(0);
  const evidence = await database().recordExpiry.findMany({
    where: { businessId },
    orderBy: { number: 'asc' },
  });
  expect(evidence.map((one) => one.number)).toEqual([1, 2]);
  const next = await cases.flagged();
  const { number } = await database().reviewCase.findFirstOrThrow({ where: { caseId: next.caseId } });
  expect(number).toBe(3);
  await desk.verifyKept();
});

test('keeps open cases, unfiled reports, and cases under a hold or with a record under a hold', async () => {
  const { businessId } = desk.tenant;
  const open = await cases.flagged();
  const [unfiled, held, holding] = [
    await createReportedCase(cases, { isFiled: false }),
    await createReportedCase(cases),
    await createReportedCase(cases),
  ];
  for (const { caseId } of [open, unfiled, held, holding]) await ageCase(caseId, 6);
  const place = (kind: 'case' | 'payment', recordId: string) =>
    placeHold(
      desk.tenant.as.compliance,
      placeHoldForm.parse({ businessId, kind, recordId, reason: 'The court ordered it.' }),
    );
  await place('case', held.caseId);
  await place('payment', holding.paymentId);
  await desk.setYears('case', '5');
  expect((await readCaseRule())?.preview).toMatchObject({
    count: 3,
    expiring: 0,
    obstacles: [
      { obstacle: 'held', count: 2 },
      { obstacle: 'unfiled', count: 1 },
    ],
  });
  expect(await desk.run()).toEqual({ expired: 0, retained: 3 });

  const { holds } = await readRetention(desk.tenant.as.compliance, businessId);
  const holdId = holds.find(({ recordId }) => recordId === held.caseId)?.holdId ?? '';
  const proposalId = await desk.proposeLift(desk.tenant.as.compliance, holdId);
  await desk.restart();
  expect(await desk.run()).toMatchObject({ expired: 0 });
  await decideHoldLift(desk.second, { businessId, proposalId, answer: 'approve' });
  await desk.restart();
  expect(await desk.run()).toEqual({ expired: 1, retained: 2 });
  expect(await database().reviewCase.count({ where: { businessId, caseId: held.caseId } })).toBe(0);
  expect(await countParts(open.caseId)).toBeGreaterThan(0);
  await desk.verifyKept();
});

test('keeps a case after a new note, and a payment until its case is removed', async () => {
  const { caseId, paymentId } = await createReportedCase(cases);
  await database().$executeRaw`
    UPDATE payment SET changed_at = now() - interval '7 years', next_read_at = NULL WHERE payment_id = ${paymentId}::uuid`;
  await database().$executeRaw`
    UPDATE deposit SET changed_at = now() - interval '7 years' WHERE payment_id = ${paymentId}::uuid`;
  await ageCase(caseId, 6);
  await desk.setYears('payment', '5');
  await desk.setYears('case', '5');
  await databasePool().query(
    `INSERT INTO review_note (business_id, case_id, person_id, at, text)
     SELECT business_id, case_id, person_id, now(), 'Still needed' FROM review_note WHERE case_id = $1`,
    [caseId],
  );
  expect(await desk.run()).toEqual({ expired: 0, retained: 2 });
  await ageCase(caseId, 6);
  await desk.restart();
  await desk.run();
  await desk.restart();
  await desk.run();
  expect(
    await database().recordExpiry.findMany({ where: { businessId: desk.tenant.businessId } }),
  ).toMatchObject([
    { kind: 'case', recordId: caseId },
    { kind: 'payment', recordId: paymentId },
  ]);
});

test('removes no part of a case past the rule, and verification finds a case without evidence', async () => {
  const { businessId } = desk.tenant;
  const { caseId } = await createReportedCase(cases);
  const last = await cases.flagged();
  await ageCase(caseId, 6);
  const client = databasePool();
  for (const table of ['review_decision', 'review_note', 'review_file', 'review_report', 'review_case'])
    await expect(client.query(`DELETE FROM ${table} WHERE case_id = $1`, [caseId]), table).rejects.toThrow();
  const expire = async () =>
    (await client.query(`SELECT expire_record($1, 'case', $2) AS obstacle`, [businessId, caseId])).rows;
  expect(await expire()).toEqual([{ obstacle: 'kept' }]);
  await desk.setYears('case', '10');
  expect(await expire()).toEqual([{ obstacle: 'changed' }]);
  expect(await verifyCaseNumbers()).toEqual([]);
  const connection = await client.connect();
  try {
    await connection.query('BEGIN; SET LOCAL session_replication_role = replica');
    await connection.query('DELETE FROM review_case WHERE case_id = $1', [caseId]);
    await connection.query('COMMIT');
    expect(await verifyCaseNumbers()).toEqual([{ businessId, missing: 1, repeated: 0 }]);
    await connection.query('BEGIN; SET LOCAL session_replication_role = replica');
    await connection.query('UPDATE review_case SET number = 1 WHERE case_id = $1', [last.caseId]);
    await connection.query('COMMIT');
  } finally {
    connection.release();
  }
});
