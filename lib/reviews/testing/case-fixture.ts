import 'server-only';
import { randomUUID } from 'node:crypto';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { followRecords } from '#lib/observations/testing/follow-records.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { mergeCases } from '../cases/merge/merge-cases.ts';
import { toSubjectVersions } from '../cases/model/subject-version.ts';
import { readCase } from '../cases/queries/case.ts';
import { decideProposal } from '../decisions/decide-proposal.ts';
import { defaultTwoPersonCategories } from '../decisions/model-second-person.ts';
import { proposeDecision } from '../decisions/propose-decision.ts';
import type { DecisionKind } from '../model.ts';
import { decideDeskChange } from '../settings/decide-desk-change.ts';
import { completeChecklist } from './complete-checklist.ts';
import { sweepCases } from './sweep-cases.ts';

/** The default words of the setting, as its form sends them. */
export const twoPersonCategories = defaultTwoPersonCategories.join('\n');

type DepositInput = NonNullable<Parameters<typeof insertDeposit>[2]>;
type Flagged = { readonly depositId: string; readonly paymentId: string; readonly caseId: string };

/** A business with a second person of compliance, and short functions for their actions on cases. */
export async function createCaseFixture(clock: Clock = systemClock, given?: Tenant) {
  const tenant = given ?? (await createTenant(clock));
  const { businessId } = tenant;
  const { compliance } = tenant.as;
  const second = await createPerson(new Map([[businessId, 'compliance']]), clock);
  const sweep = () => sweepCases(systemContext('reviews', clock));
  const view = (caseId: string) => readCase(compliance, businessId, caseId);
  const seen = async (caseId: string) => ({ caseId, version: (await view(caseId)).version });
  const at = async (caseId: string) => {
    const found = await view(caseId);
    return { businessId, caseId, version: found.version, seen: toSubjectVersions(found) };
  };
  const key = (depositId: string) => ({ businessId_depositId: { businessId, depositId } });

  /** A deposit held for review, with its own payment and case. */
  async function flagged(given: DepositInput = {}): Promise<Flagged> {
    const paymentId = await insertPayment(businessId, { clientPaymentId: `order-${randomUUID()}` });
    const depositId = await insertDeposit(businessId, paymentId, {
      status: 'COMPLIANCE_REVIEW',
      recordSeen: true,
      uniformPayableAmount: '10',
      ...given,
    });
    await sweep();
    const { caseId } = await database().reviewCase.findFirstOrThrow({ where: { subjectId: depositId } });
    return { depositId, paymentId, caseId };
  }

  return {
    ...tenant,
    second,
    sweep,
    view,
    seen,
    at,
    flagged,
    /** Changes the deposit, also between two other changes, and leaves it to the caller to sweep. */
    change: async (
      depositId: string,
      data: Parameters<ReturnType<typeof database>['deposit']['update']>[0]['data'],
    ) => {
      await followRecords();
      await database().deposit.update({ where: key(depositId), data });
      await followRecords();
    },
    merge: async (stays: string, ...joins: string[]) =>
      mergeCases(compliance, {
        businessId,
        into: await seen(stays),
        cases: await Promise.all(joins.map(seen)),
      }),
    propose: async (caseId: string, kind: DecisionKind = 'clear', as: Context<PersonActor> = compliance) => {
      await completeChecklist(businessId, caseId, as.actor.personId);
      return proposeDecision(as, {
        ...(await at(caseId)),
        kind,
        finding: 'other',
        reason: 'Looked at',
        sameReason: true,
      });
    },
    answer: async (
      caseId: string,
      answer: 'confirm' | 'decline' | 'withdraw' = 'confirm',
      as: Context<PersonActor> = second,
    ) =>
      decideProposal(as, {
        ...(await at(caseId)),
        answer,
        comment: answer === 'decline' ? 'Not yet' : '',
      }),
    /** Approves the proposed settings as the second person. */
    approveSettings: async () => {
      const { proposalId } = await database().proposal.findFirstOrThrow({
        where: { businessId, kind: 'review-desk', state: 'proposed' },
      });
      return decideDeskChange(second, { businessId, proposalId, answer: 'approve', comment: '' });
    },
    /** Lists the audited actions on a case, newest first, without the reads before decisions. */
    listActions: async (caseId: string) =>
      (
        await database().auditEntry.findMany({
          where: { objectId: caseId, action: { not: 'review-case.read' } },
          orderBy: { sequence: 'desc' },
        })
      ).map(({ action }) => action),
  };
}
export type CaseFixture = Awaited<ReturnType<typeof createCaseFixture>>;
