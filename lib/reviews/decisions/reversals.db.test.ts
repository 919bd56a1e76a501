import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';
import { decideReopening } from './decide-reopening.ts';
import { findLastOutcome } from './model.ts';
import { reopenCase } from './reopen-case.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});
afterAll(closeDatabase);

/** Returns how the queue shows why an open case has no decision any more. */
const listed = async (caseId: string) =>
  (await readQueue(desk.as.compliance, desk.businessId, `only=${caseId}`)).rows[0]?.returned;

test('marks the decision of a case that one person reopened as reversed, with the reason', async () => {
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'clear');
  expect((await desk.view(caseId)).decisions[0]?.reversal).toBeNull();
  await reopenCase(desk.second, { ...(await desk.at(caseId)), reason: 'The payer called' });
  const view = await desk.view(caseId);
  expect(view.decisions[0]).toMatchObject({
    state: 'final',
    reversal: { reason: 'The payer called', by: { personId: desk.second.actor.personId }, approvedBy: null },
  });
  expect(findLastOutcome(view)).toMatchObject({ kind: 'reopened' });
  expect(await listed(caseId)).toBe('reopened');
  for (const change of [`reversal_reason = 'x'`, 'reversed_at = NULL', `reason = 'x'`])
    await expect(
      databasePool().query(`UPDATE review_decision SET ${change} WHERE case_id = $1`, [caseId]),
    ).rejects.toThrow('never changed');
});

test('names both people who reversed a decision of two people', async () => {
  const { caseId } = await desk.flagged({ uniformPayableAmount: '5000' });
  await desk.propose(caseId, 'keep-blocked');
  await desk.answer(caseId);
  await reopenCase(desk.as.compliance, { ...(await desk.at(caseId)), reason: 'New facts' });
  await decideReopening(desk.second, { ...(await desk.at(caseId)), answer: 'approve', comment: '' });
  expect((await desk.view(caseId)).decisions[0]?.reversal).toMatchObject({
    reason: 'New facts',
    by: { personId: desk.as.compliance.actor.personId },
    approvedBy: { personId: desk.second.actor.personId },
  });
});

test('says that a new reason reopened a cleared case', async () => {
  const { caseId, depositId } = await desk.flagged();
  await desk.propose(caseId, 'clear');
  await desk.change(depositId, { status: 'BLOCKED' });
  await desk.sweep();
  const view = await desk.view(caseId);
  expect(view.state).toBe('open');
  expect(view.decisions[0]?.reversal).toMatchObject({ reason: null, by: null, approvedBy: null });
});

test('returns a declined proposal with the person and the reason, until the next proposal', async () => {
  const { caseId } = await desk.flagged({ uniformPayableAmount: '5000' });
  expect(findLastOutcome(await desk.view(caseId))).toBeNull();
  expect(await listed(caseId)).toBeNull();
  await desk.propose(caseId, 'clear');
  await desk.answer(caseId, 'decline');
  await expect(
    databasePool().query('UPDATE review_decision SET reversed_at = now() WHERE case_id = $1', [caseId]),
  ).rejects.toThrow('never changed');
  expect(await listed(caseId)).toBe('declined');
  expect(findLastOutcome(await desk.view(caseId))).toMatchObject({
    kind: 'declined',
    decision: { kind: 'clear', answer: 'Not yet', answeredBy: { personId: desk.second.actor.personId } },
  });
  await desk.propose(caseId, 'clear');
  expect(findLastOutcome(await desk.view(caseId))).toBeNull();
  expect(await listed(caseId)).toBeNull();
  await desk.answer(caseId, 'withdraw', desk.as.compliance);
  expect(findLastOutcome(await desk.view(caseId))).toMatchObject({ kind: 'declined' });
  expect(await listed(caseId)).toBe('declined');
});
