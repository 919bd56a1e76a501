import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { readCaseWithContent } from '#lib/reports/index.ts';
import { instant } from '#lib/values/instant.ts';
import { decideProposal } from '../decisions/decide-proposal.ts';
import { proposeDecision } from '../decisions/propose-decision.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { toSubjectVersions } from './model/subject-version.ts';
import { proposeDecisionForm } from './schema/case.ts';
import { sharePresence } from './share-presence.ts';
import { viewCase } from './view-case.ts';

describe('viewing a case', () => {
  test('audits the view of a case once for each person within a few minutes', async () => {
    let now = Date.now();
    const clock: Clock = { now: () => instant(now) };
    const desk = await createCaseFixture(clock);
    const { businessId, second } = desk;
    const { compliance } = desk.as;
    const { caseId } = await desk.flagged();
    const views = async () =>
      (await desk.listActions(caseId)).filter((action) => action === 'review-case.view').length;
    for (let n = 0; n < 3; n += 1) await viewCase(second, businessId, caseId);
    expect(await views()).toBe(1);
    await viewCase(compliance, businessId, caseId);
    expect(await views()).toBe(2);
    now += 4 * 60_000;
    await viewCase(compliance, businessId, caseId);
    expect(await views()).toBe(2);
    now += 2 * 60_000;
    await Promise.all([1, 2, 3].map(() => viewCase(second, businessId, caseId)));
    await viewCase(compliance, businessId, caseId);
    expect(await views()).toBeGreaterThanOrEqual(4);
    const before = await views();
    await viewCase(compliance, businessId, caseId);
    expect(await views()).toBe(before);
  });

  test('audits a case beside the queue as a view, and shows it only to its roles', async () => {
    const desk = await createCaseFixture();
    const { businessId } = desk;
    const { caseId, depositId } = await desk.flagged();
    const whole = await readCaseWithContent(desk.as.compliance, businessId, caseId);
    expect(whole).toMatchObject({
      view: { caseId },
      subjects: { own: { subject: { kind: 'deposit', deposit: { depositId } } }, joined: [] },
      watches: [],
    });
    await expect(readCaseWithContent(desk.as.finance, businessId, caseId)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const views = (await desk.listActions(caseId)).filter((action) => action === 'review-case.view');
    expect(views).toHaveLength(1);
  });

  test('names the others who have a case open, until they have left for a minute', async () => {
    let now = Date.now();
    const clock: Clock = { now: () => instant(now) };
    const desk = await createCaseFixture(clock);
    const { businessId, second } = desk;
    const { compliance } = desk.as;
    const { caseId } = await desk.flagged();
    expect((await sharePresence(compliance, businessId, caseId)).others).toEqual([]);
    expect((await sharePresence(second, businessId, caseId)).others).toMatchObject([
      { personId: compliance.actor.personId },
    ]);
    await expect(sharePresence(desk.as.finance, businessId, caseId)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(sharePresence(second, businessId, randomUUID())).rejects.toMatchObject({
      code: 'not-found',
    });
    now += 61_000;
    expect((await sharePresence(second, businessId, caseId)).others).toEqual([]);
    const other = await desk.flagged();
    await sharePresence(second, businessId, other.caseId);
    now += 61_000;
    await sharePresence(second, businessId, caseId);
    const { personId } = second.actor;
    expect(
      await database().membership.findUnique({ where: { personId_businessId: { personId, businessId } } }),
    ).toMatchObject({ openCases: { [caseId]: now } });
  });

  test('refuses the case to other roles and audits no refused view', async () => {
    const desk = await createCaseFixture();
    const other = await createTenant();
    const { caseId } = await desk.flagged();
    for (const [who, code] of [
      [desk.as.viewer, 'forbidden'],
      [desk.as.finance, 'forbidden'],
      [other.as.owner, 'not-found'],
    ] as const)
      await expect(viewCase(who, desk.businessId, caseId)).rejects.toMatchObject({ code });
    expect(await desk.listActions(caseId)).not.toContain('review-case.view');
  });
});

describe('the seen status', () => {
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
});
