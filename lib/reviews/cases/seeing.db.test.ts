import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { decideProposal } from '../decisions/decide-proposal.ts';
import { proposeDecision } from '../decisions/propose-decision.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { toSubjectVersions } from './model/subject-version.ts';
import { proposeDecisionForm } from './schema/case.ts';

/** Merges two cases. The second deposit's amount needs a second person. */
async function merged(desk: CaseFixture) {
  const [stays, joins] = [await desk.flagged(), await desk.flagged({ uniformPayableAmount: '5000' })];
  await desk.merge(stays.caseId, joins.caseId);
  await desk.sweep();
  return { caseId: stays.caseId, own: stays, joined: joins };
}

test('rejects a proposal after a merged deposit left review, and names the deposit', async () => {
  const desk = await createCaseFixture();
  const { caseId, joined } = await merged(desk);
  const decision = {
    ...(await desk.at(caseId)),
    kind: 'clear',
    finding: 'explained',
    reason: 'Looked at',
  } as const;
  const { clientPaymentId } = await database().payment.findFirstOrThrow({
    where: { paymentId: joined.paymentId },
  });
  await desk.change(joined.depositId, { status: 'CONFIRMED' });
  await expect(proposeDecision(desk.as.compliance, decision)).rejects.toThrow(
    `The status of the deposit ${clientPaymentId} (case 2) changed from COMPLIANCE_REVIEW to CONFIRMED. Review the case`,
  );
  expect((await desk.view(caseId)).state).toBe('open');
  const seen = toSubjectVersions(await desk.view(caseId));
  await completeChecklist(desk.businessId, caseId, desk.second.actor.personId);
  expect(await proposeDecision(desk.as.compliance, { ...decision, seen })).toMatchObject({
    state: 'proposed',
  });
});

test('rejects an approval after a merged deposit was blocked or refunded', async () => {
  const desk = await createCaseFixture();
  const { caseId, joined, own } = await merged(desk);
  await desk.propose(caseId);
  const decision = { ...(await desk.at(caseId)), answer: 'confirm', comment: '' } as const;
  await desk.change(joined.depositId, { refundStatus: 'PENDING' });
  await expect(decideProposal(desk.second, decision)).rejects.toThrow('The refund status of the deposit');
  await desk.change(own.depositId, { status: 'BLOCKED' });
  await expect(decideProposal(desk.second, decision)).rejects.toThrow('1 more change was found');
  expect((await desk.view(caseId)).state).toBe('proposed');
});

test('rejects a decision without the seen status', async () => {
  const desk = await createCaseFixture();
  const { caseId } = await merged(desk);
  const { seen: _seen, ...blind } = {
    ...(await desk.at(caseId)),
    kind: 'clear' as const,
    finding: 'explained' as const,
    reason: 'Looked at',
  };
  expect(proposeDecisionForm.safeParse(blind).success).toBe(false);
  await expect(proposeDecision(desk.as.compliance, { ...blind, seen: [] })).rejects.toThrow(
    'This record was added after you opened this case',
  );
});
