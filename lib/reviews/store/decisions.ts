import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { DecisionKind } from '../model.ts';
import { decisionKinds } from '../model.ts';
import type { HeldCase } from './cases.ts';

/** The service's status of the subject, as it stands now. */
export async function statusNow(
  transaction: Transaction,
  businessId: BusinessId,
  { subjectKind, subjectId }: HeldCase,
): Promise<string | null> {
  const found =
    subjectKind === 'deposit'
      ? await transaction.deposit.findUnique({
          where: { businessId_depositId: { businessId, depositId: subjectId } },
          select: { status: true },
        })
      : await transaction.withdrawal.findUnique({
          where: { businessId_withdrawalId: { businessId, withdrawalId: subjectId } },
          select: { status: true },
        });
  return found?.status ?? null;
}

/** Stores a proposal; the database says whether a second person is needed. */
export async function insertProposal(
  transaction: Transaction,
  proposal: {
    businessId: BusinessId;
    caseId: CaseId;
    kind: DecisionKind;
    reason: string;
    serviceStatus: string | null;
    personId: PersonId;
    at: Instant;
  },
): Promise<{ decisionId: string; needsSecond: boolean }> {
  const { businessId, caseId, kind, reason, serviceStatus, personId, at } = proposal;
  const rows: unknown = await transaction.$queryRaw`
    INSERT INTO review_decision (business_id, case_id, kind, reason, service_status, proposed_by, proposed_at, state)
    VALUES (${businessId}::uuid, ${caseId}::uuid, ${kind}, ${reason}, ${serviceStatus}, ${personId}::uuid,
            ${toDate(at)}, 'proposed')
    RETURNING decision_id, needs_second`;
  const row = z
    .array(z.object({ decision_id: z.string(), needs_second: z.boolean() }))
    .parse(rows)
    .at(0);
  if (row === undefined) throw new Error('the proposal was not stored');
  return { decisionId: row.decision_id, needsSecond: row.needs_second };
}

export type Proposal = {
  readonly decisionId: string;
  readonly kind: DecisionKind;
  readonly proposedBy: PersonId;
};

/** The proposal that waits for an answer. */
export async function openProposal(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<Proposal | null> {
  const found = await transaction.reviewDecision.findFirst({
    where: { businessId, caseId, state: 'proposed' },
    select: { decisionId: true, kind: true, proposedById: true },
  });
  if (found === null) return null;
  return {
    decisionId: found.decisionId,
    kind: z.enum(decisionKinds).parse(found.kind),
    proposedBy: toId<PersonId>(found.proposedById),
  };
}

/** Answers a proposal. `by` is null where no second person is needed. The database refuses the proposer's own yes. */
export async function answerDecision(
  transaction: Transaction,
  businessId: BusinessId,
  decisionId: string,
  answer: {
    state: 'final' | 'declined' | 'withdrawn';
    by: PersonId | null;
    at: Instant;
    comment: string | null;
  },
): Promise<void> {
  await transaction.reviewDecision.update({
    where: { businessId_decisionId: { businessId, decisionId } },
    data: {
      state: answer.state,
      answeredById: answer.by,
      answeredAt: answer.by === null ? null : toDate(answer.at),
      answer: answer.comment,
    },
  });
}
