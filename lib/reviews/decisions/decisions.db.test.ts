import { beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { toSubjectVersions } from '../cases/model/subject-version.ts';
import { readCase } from '../cases/queries/case.ts';
import { readFigures } from '../queue/queries/figures.ts';
import { changeDeskSettings } from '../settings/change-desk-settings.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { readQueue } from '../testing/read-queue.ts';
import { sweepCases } from '../testing/sweep-cases.ts';
import { decideProposal } from './decide-proposal.ts';
import { decideReopening } from './decide-reopening.ts';
import { proposeDecision } from './propose-decision.ts';
import { reopenCase } from './reopen-case.ts';

let tenant: Tenant;
let desk: CaseFixture;
let other: Tenant;
let second: Context<PersonActor>;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  desk = await createCaseFixture(systemClock, tenant);
  second = desk.second;
});

const sweep = () => sweepCases();
const queue = (view = 'open', as = tenant.as.compliance) => readQueue(as, tenant.businessId, `queue=${view}`);

const flagged = (status = 'COMPLIANCE_REVIEW', eur?: string) =>
  desk.flagged({ status, uniformPayableAmount: eur ?? null });

const view = (caseId: string) => desk.view(caseId);
const at = (caseId: string) => desk.at(caseId);
/** The actions of a case, without the reads before decisions. */
const listActions = async (caseId: string) =>
  (await view(caseId)).events.map(({ action }) => action).filter((action) => action !== 'review-case.read');

/** Marks the deposit again without a change. */
async function dueAgain(depositId: string): Promise<void> {
  const { businessId } = tenant;
  await database().reviewChange.create({
    data: { businessId, subjectKind: 'deposit', subjectId: depositId },
  });
  await sweep();
}

async function assess(depositId: string, category: string): Promise<void> {
  const { businessId } = tenant;
  const assessment = { sourceRiskEntities: [{ name: 'One', category }] };
  await database().depositRisk.upsert({
    where: { businessId_depositId: { businessId, depositId } },
    create: { businessId, depositId, assessment },
    update: { assessment },
  });
  await sweep();
}

const propose = async (
  caseId: string,
  kind: 'clear' | 'keep-blocked' | 'report',
  as = tenant.as.compliance,
) => {
  await completeChecklist(tenant.businessId, caseId, as.actor.personId);
  return proposeDecision(as, {
    ...(await at(caseId)),
    kind,
    finding: 'other',
    reason: 'Looked at with care',
    sameReason: true,
  });
};
const answer = async (
  caseId: string,
  response: 'confirm' | 'decline' | 'withdraw',
  as: Context<PersonActor>,
) =>
  decideProposal(as, {
    ...(await at(caseId)),
    answer: response,
    comment: response === 'decline' ? 'Not yet' : '',
  });

test('decides a small known amount at once and needs a second person otherwise', async () => {
  const small = await flagged('COMPLIANCE_REVIEW', '999.99');
  expect(await propose(small.caseId, 'clear')).toMatchObject({ state: 'decided' });
  const large = await flagged('COMPLIANCE_REVIEW', '1000');
  expect(await propose(large.caseId, 'clear')).toMatchObject({ state: 'proposed' });
  const unknown = await flagged();
  expect(await propose(unknown.caseId, 'clear')).toMatchObject({ state: 'proposed' });
  const reported = await flagged('BLOCKED', '5');
  expect(await propose(reported.caseId, 'report')).toMatchObject({ state: 'proposed' });
  expect((await queue('second', second)).rows.map((row) => row.caseId)).toContain(large.caseId);
  expect((await queue('second')).rows.map((row) => row.caseId)).not.toContain(large.caseId);
});

test('rejects approval by the proposer, also an owner, in code and database', async () => {
  const { caseId } = await flagged();
  await propose(caseId, 'keep-blocked', tenant.as.owner);
  await expect(answer(caseId, 'confirm', tenant.as.owner)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(answer(caseId, 'withdraw', second)).rejects.toMatchObject({ code: 'forbidden' });
  const owner = tenant.as.owner.actor.personId;
  const raw = (text: string, values: unknown[] = []) => databasePool().query(text, [caseId, ...values]);
  await expect(
    raw(`UPDATE review_decision SET state = 'final', answered_by = $2 WHERE case_id = $1`, [owner]),
  ).rejects.toThrow('review_decision_second_person');
  await expect(raw(`UPDATE review_decision SET state = 'final' WHERE case_id = $1`)).rejects.toThrow(
    'review_decision_confirmed',
  );
  await expect(raw(`UPDATE review_decision SET needs_second = false WHERE case_id = $1`)).rejects.toThrow(
    'never changed',
  );
  await expect(raw(`UPDATE review_case SET state = 'decided' WHERE case_id = $1`)).rejects.toThrow(
    'by a decision',
  );
  await expect(raw(`DELETE FROM review_decision WHERE case_id = $1`)).rejects.toThrow('never changed');
  expect(await answer(caseId, 'confirm', second)).toMatchObject({ state: 'decided' });
  expect((await view(caseId)).decisions[0]).toMatchObject({
    state: 'final',
    answeredBy: { name: 'compliance' },
  });
  expect((await listActions(caseId)).slice(0, 2)).toEqual(['review-case.confirm', 'review-case.propose']);
});

test('keeps the case open after a decline or withdrawal, and reopens a decided case with a reason', async () => {
  const { caseId } = await flagged();
  await propose(caseId, 'clear');
  await answer(caseId, 'decline', second);
  await propose(caseId, 'clear');
  await answer(caseId, 'withdraw', tenant.as.compliance);
  expect((await view(caseId)).decisions.map(({ state }) => state)).toEqual(['withdrawn', 'declined']);
  await propose(caseId, 'keep-blocked');
  await answer(caseId, 'confirm', tenant.as.owner);
  await reopenCase(tenant.as.compliance, { ...(await at(caseId)), reason: 'New facts' });
  expect((await view(caseId)).state).toBe('decided');
  await decideReopening(second, { ...(await at(caseId)), answer: 'approve', comment: '' });
  expect((await view(caseId)).state).toBe('open');
});

test('accepts one of two concurrent decisions and returns a conflict for the other', async () => {
  const { caseId } = await flagged();
  await completeChecklist(tenant.businessId, caseId, second.actor.personId);
  const seen = await at(caseId);
  const both = await Promise.allSettled(
    [tenant.as.compliance, second].map((who) =>
      proposeDecision(who, { ...seen, kind: 'clear', finding: 'explained', reason: 'First' }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
});

test('stores the service status at the decision and shows a later contradiction', async () => {
  const { caseId, depositId } = await flagged('COMPLIANCE_REVIEW', '10');
  const seen = await at(caseId);
  const key = { businessId_depositId: { businessId: tenant.businessId, depositId } };
  await database().deposit.update({ where: key, data: { status: 'CONFIRMED' } });
  const proposal = { kind: 'keep-blocked', finding: 'mixer', reason: 'Mixer' } as const;
  await expect(proposeDecision(tenant.as.compliance, { ...seen, ...proposal })).rejects.toThrow(
    'changed from COMPLIANCE_REVIEW to CONFIRMED',
  );
  await expect(
    proposeDecision(tenant.as.compliance, { ...(await at(caseId)), ...proposal }),
  ).rejects.toMatchObject({ code: 'invalid' });
  await database().deposit.update({ where: key, data: { status: 'COMPLIANCE_REVIEW' } });
  await completeChecklist(tenant.businessId, caseId, second.actor.personId);
  await proposeDecision(tenant.as.compliance, { ...(await at(caseId)), ...proposal });
  expect((await view(caseId)).decisions[0]).toMatchObject({
    serviceStatus: 'COMPLIANCE_REVIEW',
    finding: 'mixer',
    checks: expect.arrayContaining(['source', 'sanctions']),
  });
  await database().deposit.update({ where: key, data: { status: 'CONFIRMED' } });
  const row = (await queue('decided')).rows.find((one) => one.caseId === caseId);
  expect(row?.disagreement).toBe(
    'Your team decided to maintain the hold, but the service released the money.',
  );
});

test('reopens a cleared case for a new fact', async () => {
  const { caseId, depositId } = await flagged('COMPLIANCE_REVIEW', '10');
  await propose(caseId, 'clear');
  const key = { businessId_depositId: { businessId: tenant.businessId, depositId } };
  await database().deposit.update({ where: key, data: { status: 'BLOCKED' } });
  await sweep();
  expect((await view(caseId)).state).toBe('open');
  expect((await listActions(caseId))[0]).toBe('review-case.reopen');
});

test('reopens a cleared case once when the deposit returns to review', async () => {
  const { caseId, depositId } = await flagged('COMPLIANCE_REVIEW', '10');
  await propose(caseId, 'clear');
  await sweep();
  expect((await view(caseId)).state).toBe('decided');
  const key = { businessId_depositId: { businessId: tenant.businessId, depositId } };
  await database().deposit.update({ where: key, data: { status: 'CONFIRMED' } });
  await sweep();
  expect((await view(caseId)).state).toBe('decided');
  await database().deposit.update({ where: key, data: { status: 'COMPLIANCE_REVIEW' } });
  await sweep();
  const again = await view(caseId);
  expect([again.state, again.events[0]?.action]).toEqual(['open', 'review-case.reopen']);
  await dueAgain(depositId);
  expect((await view(caseId)).version).toBe(again.version);
});

test('reopens a cleared case once for other entities and keeps the earlier ones in its history', async () => {
  const { caseId, depositId } = await flagged('COMPLIANCE_REVIEW', '10');
  await assess(depositId, 'EXCHANGE');
  await propose(caseId, 'clear');
  await dueAgain(depositId);
  expect((await view(caseId)).state).toBe('decided');
  await assess(depositId, 'SANCTIONS');
  const again = await view(caseId);
  expect([again.state, again.events[0]?.action]).toEqual(['open', 'review-case.reopen']);
  expect(again.facts.find(({ kind }) => kind === 'risk-entity')?.detail?.categories).toEqual(['SANCTIONS']);
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { objectId: caseId, action: 'review-case.reopen' },
  });
  expect(JSON.stringify(entry.before)).toContain('EXCHANGE');
  await dueAgain(depositId);
  expect((await view(caseId)).version).toBe(again.version);
});

test('rejects approval by a person who hasn’t seen the changed entities', async () => {
  const { caseId, depositId } = await flagged('COMPLIANCE_REVIEW', '5000');
  await assess(depositId, 'EXCHANGE');
  expect(await propose(caseId, 'clear')).toMatchObject({ state: 'proposed' });
  const seen = await at(caseId);
  await assess(depositId, 'SANCTIONS');
  await expect(decideProposal(second, { ...seen, answer: 'confirm', comment: '' })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect((await view(caseId)).state).toBe('proposed');
  expect((await listActions(caseId))[0]).toBe('review-case.join');
});

test('counts open and decided cases in the figures', async () => {
  const own = await createTenant();
  const paymentId = await insertPayment(own.businessId);
  for (const eur of ['1', '2', null])
    await insertDeposit(own.businessId, paymentId, { status: 'BLOCKED', uniformPayableAmount: eur });
  await sweep();
  const { rows } = await readQueue(own.as.owner, own.businessId, 'sort=eur.desc');
  expect(rows.map(({ eur }) => eur)).toEqual(['2', '1', null]);
  for (const { caseId, version } of rows.slice(0, 1)) {
    await completeChecklist(own.businessId, caseId, own.as.owner.actor.personId);
    await proposeDecision(own.as.owner, {
      businessId: own.businessId,
      caseId,
      version,
      seen: toSubjectVersions(await readCase(own.as.owner, own.businessId, caseId)),
      kind: 'clear',
      finding: 'explained',
      reason: 'Known',
    });
  }
  const figures = await readFigures(own.as.compliance, own.businessId);
  expect(figures.open).toMatchObject({ day: { count: 2, more: false }, overdue: { count: 0, more: false } });
  expect(figures.decisions.find(({ kind }) => kind === 'clear')?.count).toBe(1);
  expect(figures.reviewers).toEqual([{ person: expect.anything(), proposed: 1, confirmed: 0, reversed: 0 }]);
  expect(figures.reasons).toEqual([
    { kind: 'deposit-blocked', rule: null, decided: 1, cleared: 1, reversed: 0 },
  ]);
  expect(figures.medianSeconds).not.toBeNull();
});

test('allows only owners to change settings, and opens cases by score after a threshold is set', async () => {
  const own = await createTenant();
  const { businessId } = own;
  const rules = {
    businessId,
    secondFromEur: '5',
    dueHours: 2,
    riskScoreFrom: '7.5',
    twoPersonCategories,
    reason: '',
  };
  await expect(changeDeskSettings(own.as.compliance, rules)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(changeDeskSettings(other.as.owner, rules)).rejects.toMatchObject({ code: 'not-found' });
  const depositId = await insertDeposit(businessId, await insertPayment(businessId), { status: 'CONFIRMED' });
  await database().depositRisk.create({ data: { businessId, depositId, riskScore: '8' } });
  await changeDeskSettings(own.as.owner, rules);
  await sweep();
  const { rows } = await readQueue(own.as.owner, businessId);
  expect(rows[0]).toMatchObject({ subjectId: depositId, standing: [{ kind: 'risk-score', rule: null }] });
});
