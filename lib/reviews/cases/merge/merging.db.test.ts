import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { decideProposal } from '../../decisions/decide-proposal.ts';
import { proposeDecision } from '../../decisions/propose-decision.ts';
import { readDesk } from '../../queue/queries/desk.ts';
import { saveReport } from '../../reports/save-report.ts';
import { completeChecklist } from '../../testing/complete-checklist.ts';
import { readQueue } from '../../testing/read-queue.ts';
import { sweepCases } from '../../testing/sweep-cases.ts';
import { addNote } from '../add-note.ts';
import { assignCases } from '../assign-cases.ts';
import { attachFile } from '../attach-file.ts';
import { toSubjectVersions } from '../model/subject-version.ts';
import { readCase } from '../queries/case.ts';
import { setStepChecked } from '../set-step-checked.ts';
import { mergeCases } from './merge-cases.ts';
import { separateCase } from './separate-case.ts';

let tenant: Tenant;
let second: Context<PersonActor>;

beforeAll(async () => {
  tenant = await createTenant();
  second = await createPerson(new Map([[tenant.businessId, 'compliance']]));
});

const sweep = () => sweepCases();
async function flagged(eur: string | null = '10', status = 'COMPLIANCE_REVIEW') {
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId, { clientPaymentId: `order-${randomUUID()}` });
  const depositId = await insertDeposit(businessId, paymentId, {
    status,
    recordSeen: true,
    uniformPayableAmount: eur,
  });
  await sweep();
  const { caseId } = await database().reviewCase.findFirstOrThrow({ where: { subjectId: depositId } });
  return { depositId, caseId };
}

const view = (caseId: string) => readCase(tenant.as.compliance, tenant.businessId, caseId);
const seen = async (caseId: string) => ({ caseId, version: (await view(caseId)).version });
const at = async (caseId: string) => ({ businessId: tenant.businessId, ...(await seen(caseId)) });
const merge = async (stays: string, ...joins: string[]) =>
  mergeCases(tenant.as.compliance, {
    businessId: tenant.businessId,
    into: await seen(stays),
    cases: await Promise.all(joins.map(seen)),
  });
const propose = async (caseId: string, kind: 'clear' | 'keep-blocked' = 'clear') => {
  await completeChecklist(tenant.businessId, caseId, tenant.as.compliance.actor.personId);
  return proposeDecision(tenant.as.compliance, {
    ...(await at(caseId)),
    seen: toSubjectVersions(await view(caseId)),
    kind,
    finding: 'other',
    reason: 'Looked at',
    sameReason: true,
  });
};
const listActions = async (caseId: string) =>
  (await database().auditEntry.findMany({ where: { objectId: caseId }, orderBy: { sequence: 'desc' } })).map(
    ({ action }) => action,
  );
const setStatus = (depositId: string, status: string) =>
  database().deposit.update({
    where: { businessId_depositId: { businessId: tenant.businessId, depositId } },
    data: { status },
  });

test('shows entries of a merged case in the target with their author and case', async () => {
  const [stays, joins] = [await flagged(), await flagged()];
  const where = { businessId: tenant.businessId, caseId: joins.caseId };
  await addNote(second, { ...where, text: 'Seen before' });
  await setStepChecked(second, { ...where, step: 'source', done: true });
  const attached = await attachFile(second, {
    ...where,
    name: 'a.txt',
    body: new TextEncoder().encode('found'),
  });
  await saveReport(second, { ...where, version: 0, narrative: 'A beginning' });
  const number = (await view(joins.caseId)).number;
  expect(await merge(stays.caseId, joins.caseId)).toEqual({ caseId: stays.caseId, joined: 1 });

  const whole = await view(stays.caseId);
  expect(whole.facts.map(({ kind, of }) => [kind, of])).toEqual([
    ['deposit-review', null],
    ['deposit-review', number],
  ]);
  expect(whole.notes).toMatchObject([
    { text: 'Seen before', of: number, person: { personId: second.actor.personId } },
  ]);
  expect(whole.checks).toMatchObject([
    { step: 'source', of: number, person: { personId: second.actor.personId } },
  ]);
  expect(whole.files).toMatchObject([{ sha256: attached.sha256, of: number, caseId: joins.caseId }]);
  expect(whole.joinedReports).toMatchObject([{ narrative: 'A beginning', of: number }]);
  expect(whole.joined).toMatchObject([{ caseId: joins.caseId, subjectId: joins.depositId }]);
  expect(whole.events.map(({ action, of }) => [action, of])).toEqual(
    expect.arrayContaining([
      ['review-case.merge', null],
      ['review-case.merge-into', number],
      ['review-case.note', number],
    ]),
  );
  // The merged case links to the target, stays readable and can't be changed.
  const left = await view(joins.caseId);
  expect(left).toMatchObject({ state: 'merged', survivor: { caseId: stays.caseId, number: whole.number } });
  expect(left.notes).toHaveLength(1);
  const work = { businessId: tenant.businessId, caseId: joins.caseId };
  const refusals = await Promise.allSettled([
    addNote(second, { ...work, text: 'x' }),
    setStepChecked(second, { ...work, step: 'purpose', done: true }),
    attachFile(second, { ...work, name: 'b.txt', body: new TextEncoder().encode('b') }),
    saveReport(second, { ...work, version: 1, narrative: 'x' }),
    propose(joins.caseId),
  ]);
  for (const refused of refusals)
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
  expect(
    await assignCases(second, { businessId: tenant.businessId, caseIds: [joins.caseId], personId: null }),
  ).toMatchObject({ assigned: 0 });
  expect(await listActions(joins.caseId)).toContain('review-case.merge-into');
  expect((await listActions(stays.caseId))[0]).toBe('review-case.merge');
});

test('adds later facts of either subject to the target and reopens it if cleared', async () => {
  const [stays, joins] = [await flagged(), await flagged()];
  await merge(stays.caseId, joins.caseId);
  await setStatus(joins.depositId, 'BLOCKED');
  await sweep();
  const once = await view(stays.caseId);
  expect(once.facts.map(({ kind }) => kind)).toContain('deposit-blocked');
  expect((await listActions(stays.caseId))[0]).toBe('review-case.join');
  expect(await propose(stays.caseId)).toMatchObject({ state: 'decided' });
  const key = { businessId: tenant.businessId, depositId: joins.depositId };
  await database().depositRisk.create({
    data: { ...key, assessment: { sourceRiskEntities: [{ name: 'Mixer', category: 'MIXER' }] } },
  });
  await sweep();
  expect((await view(stays.caseId)).state).toBe('open');
  expect(await database().reviewCase.count({ where: { subjectId: joins.depositId } })).toBe(1);
  expect((await view(joins.caseId)).state).toBe('merged');
});

test('needs a second person by the sum of all merged cases, or for an unknown amount', async () => {
  const small = [await flagged('600'), await flagged('600')] as const;
  await merge(small[0].caseId, small[1].caseId);
  expect(await propose(small[0].caseId)).toMatchObject({ state: 'proposed' });
  const [known, unknown] = [await flagged('5'), await flagged(null)];
  await merge(known.caseId, unknown.caseId);
  expect(await propose(known.caseId)).toMatchObject({ state: 'proposed' });
});

test('shows a contradiction about a merged case on the target', async () => {
  const [stays, joins] = [await flagged(), await flagged()];
  await merge(stays.caseId, joins.caseId);
  await propose(stays.caseId, 'keep-blocked');
  await setStatus(joins.depositId, 'CONFIRMED');
  await sweep();
  const { number } = await view(joins.caseId);
  expect((await view(stays.caseId)).disagreements).toEqual([
    `Merged case ${number}: Your team decided to maintain the hold, but the service released the money.`,
  ]);
  const queue = await readQueue(tenant.as.owner, tenant.businessId, 'queue=disagrees');
  expect(queue.rows).toMatchObject([{ caseId: stays.caseId, joined: 1 }]);
  expect(queue.rows[0]?.disagreement).not.toBeNull();
  expect((await readDesk(tenant.as.owner, tenant.businessId)).counts.disagrees).toBe(1);
  expect(await listActions(stays.caseId)).toContain('review-case.disagree');
});

test('rejects impossible merges with the reason and merges nothing', async () => {
  const [open, proposed, cleared, blocked] = [
    await flagged('5'),
    await flagged('5000'),
    await flagged('5'),
    await flagged('5'),
  ];
  await propose(proposed.caseId);
  await propose(cleared.caseId);
  await propose(blocked.caseId, 'keep-blocked');
  await expect(merge(open.caseId, proposed.caseId)).rejects.toThrow('has an open proposal');
  await expect(merge(proposed.caseId, open.caseId)).rejects.toThrow('has an open proposal');
  await expect(merge(cleared.caseId, open.caseId)).rejects.toThrow('is decided, but case');
  await expect(merge(cleared.caseId, blocked.caseId)).rejects.toThrow(
    'different decisions (Clear case, Maintain hold)',
  );
  await expect(merge(open.caseId, open.caseId)).rejects.toMatchObject({ code: 'invalid' });
  await expect(merge(open.caseId, cleared.caseId, proposed.caseId)).rejects.toThrow('has an open proposal');
  expect((await view(cleared.caseId)).state).toBe('decided');
  const stale = { ...(await seen(open.caseId)), version: 99 };
  const into = await seen(cleared.caseId);
  const { businessId } = tenant;
  await expect(mergeCases(second, { businessId, into, cases: [stale] })).rejects.toThrow('has changed');
  // A decided case can be merged into an open one: its decision stays in the history, and the next decision covers
  // both.
  await merge(open.caseId, cleared.caseId);
  expect((await view(open.caseId)).joinedDecisions).toMatchObject([{ kind: 'clear', state: 'final' }]);
});

test('moves merged cases along with their target and separates them again', async () => {
  const [a, b, c] = [await flagged(), await flagged(), await flagged()];
  await merge(b.caseId, a.caseId);
  await merge(c.caseId, b.caseId);
  expect((await view(c.caseId)).joined.map(({ caseId }) => caseId).toSorted()).toEqual(
    [a.caseId, b.caseId].toSorted(),
  );
  await expect(merge(b.caseId, c.caseId)).rejects.toThrow('already merged into another case');
  await separateCase(second, await at(a.caseId));
  expect(await view(a.caseId)).toMatchObject({ state: 'open', survivor: null });
  expect((await view(c.caseId)).joined).toHaveLength(1);
  expect((await listActions(a.caseId))[0]).toBe('review-case.separate');
  expect((await listActions(c.caseId))[0]).toBe('review-case.separate');
  await propose(c.caseId);
  await expect(separateCase(second, await at(b.caseId))).rejects.toThrow('is already decided.');
  await expect(separateCase(second, await at(a.caseId))).rejects.toMatchObject({ code: 'conflict' });
});

test('accepts one of two concurrent opposite merges and loses no case', async () => {
  const [a, b] = [await flagged(), await flagged()];
  const { businessId } = tenant;
  const [ofA, ofB] = [await seen(a.caseId), await seen(b.caseId)];
  const both = await Promise.allSettled([
    mergeCases(tenant.as.compliance, { businessId, into: ofA, cases: [ofB] }),
    mergeCases(second, { businessId, into: ofB, cases: [ofA] }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const states = [(await view(a.caseId)).state, (await view(b.caseId)).state];
  expect(states.toSorted()).toEqual(['merged', 'open']);
});

test('keeps equal decisions when merging and rejects open proposals', async () => {
  const [a, b] = [await flagged('5000'), await flagged('5')];
  await propose(a.caseId);
  await decideProposal(second, {
    ...(await at(a.caseId)),
    seen: toSubjectVersions(await view(a.caseId)),
    answer: 'confirm',
    comment: '',
  });
  await propose(b.caseId);
  await merge(a.caseId, b.caseId);
  expect((await view(a.caseId)).state).toBe('decided');
});
