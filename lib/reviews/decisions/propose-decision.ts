import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { tReviewFindings } from '#lib/messages/review-findings.ts';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { CurrentSubject } from '../cases/model/subject-version.ts';
import { requireSeenVersion } from '../cases/model/subject-version.ts';
import { readBeforeDecision, requireNoNewValues } from '../cases/read-case.ts';
import { updateContradictions } from '../cases/watch-service.ts';
import type { DecisionKind } from '../model.ts';
import { listChecklist, listOfferedDecisions, listRequiredSteps } from '../model.ts';
import { listFindings } from '../model-findings.ts';
import { readCase } from '../queries/case.ts';
import type { proposeDecisionForm } from '../schema/case.ts';
import type { CaseRead } from '../schema/reading.ts';
import { changeCase, lockCase } from '../store/cases.ts';
import { insertProposal, listCheckedSteps, readCurrentSubjects } from '../store/decisions.ts';
import { storeProposalOutcome } from '../store/proposals.ts';

/**
 * Proposes a decision, after reading the payments of the case. It takes effect at once if the amount is known and below
 * the threshold. Otherwise, and always for a report, a second person must approve: the database decides which.
 *
 * @throws Problem 'invalid' if the finding doesn't fit the decision, or if required checklist items are missing
 * @throws Problem 'reauthentication-required' if two people must decide
 * @throws Problem 'conflict' if the case or the service status has changed since the person opened it, or if the case is
 * decided or has a proposal
 */
export async function proposeDecision(
  context: Context<PersonActor>,
  input: z.output<typeof proposeDecisionForm>,
): Promise<{ readonly state: 'proposed' | 'decided'; readonly read: CaseRead }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const at = context.clock.now();
  const { kind, finding, version } = input;
  if (!listFindings(kind).includes(finding))
    throw new Problem('invalid', tReviewFindings('required'), {
      fieldErrors: { finding: [tReviewFindings('required')] },
    });
  const reason = storableText(input.reason);
  const stale = await findStaleAuthentication(context);
  // A decision that needs two people is refused before the service is read, as far as the needed people are known.
  if (stale !== null && (kind === 'report' || (await readCase(context, businessId, input.caseId)).asksSecond))
    throw stale;
  const read = await readBeforeDecision(context, businessId, input.caseId);
  return inTransaction(async (transaction) => {
    const held = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId), version);
    if (held.state !== 'open') throw new Problem('conflict', tReviewRefusals('problem.alreadyProposed'));
    const { caseId } = held;
    const { personId } = context.actor;
    const subjects = await readCurrentSubjects(transaction, businessId, caseId);
    requireSeenVersion(subjects, input.seen);
    requireNoNewValues(read);
    if (!listOfferedDecisions(subjects).includes(kind))
      throw new Problem('invalid', tReviewRefusals('problem.decisionNotOffered'), {
        fieldErrors: { kind: [tReviewRefusals('form.otherDecision')] },
      });
    await requireChecks(transaction, businessId, subjects, kind);
    const serviceStatus = subjects[0]?.status ?? null;
    const proposal = { businessId, caseId, kind, reason, finding, serviceStatus, personId, at };
    const { decisionId, needsSecond } = await insertProposal(transaction, proposal);
    if (needsSecond && stale !== null) throw stale;
    if (!needsSecond) {
      const answer = { state: 'final', by: null, at, comment: null } as const;
      await storeProposalOutcome(transaction, { kind: 'decision', businessId, id: decisionId }, answer);
    }
    const state = needsSecond ? 'proposed' : 'decided';
    await changeCase(transaction, businessId, caseId, at, {
      state,
      snoozedUntil: null,
      assigneeId: held.assigneeId ?? personId,
      ...(needsSecond ? {} : { decidedAt: at }),
    });
    await deleteDraft(transaction, {
      businessId,
      personId: context.actor.personId,
      form: 'case-decision',
      subject: caseId,
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: needsSecond ? 'review-case.propose' : 'review-case.decide',
      objectType: 'review-case',
      objectId: caseId,
      before: { state: held.state, version },
      after: {
        decisionId,
        kind,
        reason,
        finding,
        serviceStatus,
        state,
        ...(read.kind === 'off' ? {} : { read }),
      },
    });
    const { subjectKind, subjectId } = held;
    if (!needsSecond)
      await updateContradictions(transaction, context, { businessId, kind: subjectKind, subjectId }, true);
    return { state, read };
  });
}

/** Throws Problem 'invalid' if checklist items that the decision needs are not completed. */
async function requireChecks(
  transaction: Transaction,
  businessId: BusinessId,
  subjects: readonly CurrentSubject[],
  kind: DecisionKind,
): Promise<void> {
  const [first] = subjects;
  if (first === undefined) return;
  const required = listRequiredSteps(
    subjects.map(({ subjectKind }) => subjectKind),
    kind,
  );
  const checked = await listCheckedSteps(
    transaction,
    businessId,
    subjects.map(({ caseId }) => caseId),
  );
  const missing = required.filter((step) => !checked.has(step));
  if (missing.length === 0) return;
  const items = listChecklist(first.subjectKind)
    .filter(({ step }) => missing.includes(step))
    .map(({ label }) => label);
  throw new Problem('invalid', tReviewFindings('checks.missing', { items: items.join('; ') }));
}
