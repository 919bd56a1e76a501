import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { tReviewFindings } from '#lib/messages/review-case.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { CurrentSubject } from '../cases/model/subject-version.ts';
import { requireSeenVersion } from '../cases/model/subject-version.ts';
import { readCase } from '../cases/queries/case.ts';
import { readBeforeDecision, requireNoNewValues } from '../cases/read-case.ts';
import type { proposeDecisionForm } from '../cases/schema/case.ts';
import type { CaseRead } from '../cases/schema/reading.ts';
import { recordCaseEvents } from '../cases/store/case-events.ts';
import { changeCase, lockCase } from '../cases/store/cases.ts';
import { updateContradictions } from '../cases/watch-service.ts';
import type { DecisionKind } from '../model.ts';
import { listChecklist, listOfferedDecisions, listRequiredSteps } from '../model.ts';
import { listFindings } from '../model-findings.ts';
import { isRepeatedReason, repeatedReason } from './model-repeated-reason.ts';
import { isSecondPersonNeeded } from './model-second-person.ts';
import { insertProposal, listCheckedSteps, listLastReasons, readCurrentSubjects } from './store/decisions.ts';
import { storeDecisionOutcome } from './store/proposals.ts';
import { readSecondPersonFacts } from './store/second-person.ts';

/**
 * Proposes a decision, after reading the payments of the case. It takes effect at once if one person may decide.
 * Otherwise a second person must approve. A reason that the person gave for several of their last decisions needs a
 * confirmation. Until then the state is `repeated`, and nothing is stored.
 *
 * @throws Problem 'invalid' for a wrong finding or an incomplete checklist, 'reauthentication-required' if two people must
 * decide, and 'conflict' if the case is decided, has a proposal or has changed
 */
export async function proposeDecision(
  context: Context<PersonActor>,
  input: z.output<typeof proposeDecisionForm>,
): Promise<{ readonly state: 'proposed' | 'decided' | 'repeated'; readonly read: CaseRead }> {
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
  if (stale !== null && isSecondPersonNeeded(await readCase(context, businessId, input.caseId), input))
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
    if (input.sameReason !== true) {
      const last = await listLastReasons(transaction, businessId, personId, repeatedReason.decisions);
      if (isRepeatedReason(reason, last)) return { state: 'repeated', read } as const;
    }
    const serviceStatus = subjects[0]?.status ?? null;
    const isNeeded = isSecondPersonNeeded(
      await readSecondPersonFacts(transaction, businessId, caseId),
      input,
    );
    const { decisionId, needsSecond } = await insertProposal(transaction, {
      businessId,
      caseId,
      kind,
      reason,
      finding,
      serviceStatus,
      personId,
      at,
      needsSecond: isNeeded,
    });
    if (needsSecond && stale !== null) throw stale;
    if (!needsSecond) {
      const answer = { state: 'final', by: null, at, comment: null } as const;
      await storeDecisionOutcome(transaction, { businessId, decisionId }, answer);
    }
    const state = needsSecond ? 'proposed' : 'decided';
    await changeCase(transaction, businessId, caseId, at, {
      state,
      snoozedUntil: null,
      assigneeId: held.assigneeId ?? personId,
      ...(needsSecond ? {} : { decidedAt: at }),
    });
    if (!needsSecond) await recordCaseEvents(transaction, businessId, 'review-case.decided', [caseId], at);
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
        ...(input.sameReason === true ? { sameReason: true } : {}),
        ...(read.kind === 'off' ? {} : { read }),
      },
    });
    const { subjectKind, subjectId } = held;
    if (!needsSecond)
      await updateContradictions(transaction, context, { businessId, kind: subjectKind, subjectId });
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
