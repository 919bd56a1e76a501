import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { storeReversal } from '../decisions/store/reversals.ts';
import type { FlaggedSubject } from './flagged-subjects.ts';
import { findFlaggedSubjects } from './flagged-subjects.ts';
import { assignNewCase, combineActions } from './rule-actions.ts';
import { recordCaseEvents } from './store/case-events.ts';
import { updateSubjectCaseValues } from './store/case-values.ts';
import { changeCase } from './store/cases.ts';
import { takeChangedSubjects } from './store/changes.ts';
import { applySteps, endFacts, findCurrentDecision, openCase } from './store/opening.ts';
import { updateContradictions } from './watch-service.ts';

/** The largest number of changes of one transaction. More would block other writers of the audit log. */
const batchSize = 20;
const hourMs = 3_600_000;

type Opened = { readonly opened: number; readonly joined: number };

/**
 * Opens a case for each flagged subject. Later facts are added to that case, or to the case that it was merged into,
 * and reopen it if it was cleared. Facts that have ended are marked. The decision is compared with the service
 * status.
 *
 * The fold stores each change in the transaction of the record, so none is missed: a reason that existed only between two
 * sweeps also opens a case. Concurrent runs are safe.
 */
export async function openCases(context: Context<SystemActor>, stop: AbortSignal): Promise<Opened> {
  let [opened, joined] = [0, 0];
  while (!stop.aborted) {
    const { taken, results } = await inTransaction((transaction) => openBatch(transaction, context));
    opened += results.filter((result) => result === 'opened').length;
    joined += results.filter((result) => result === 'joined').length;
    if (taken === 0) break;
  }
  return { opened, joined };
}

async function openBatch(
  transaction: Transaction,
  context: Context<SystemActor>,
): Promise<{ readonly taken: number; readonly results: readonly Result[] }> {
  const subjects = await takeChangedSubjects(transaction, batchSize);
  if (subjects.length === 0) return { taken: 0, results: [] };
  const results: Result[] = [];
  const changed = new Set<BusinessId>();
  for (const subject of await findFlaggedSubjects(transaction, subjects)) {
    const result = await openOne(transaction, context, subject);
    // A case that was just opened has no decision to compare.
    const isWatched = result !== 'opened' && (await updateContradictions(transaction, context, subject));
    if (result !== 'nothing' || isWatched) changed.add(subject.businessId);
    results.push(result);
  }
  const withValues = await updateSubjectCaseValues(transaction, subjects, context.clock.now());
  for (const businessId of withValues) changed.add(businessId);
  for (const businessId of changed) await announce(transaction, { businessId, topics: ['reviews'] });
  return { taken: subjects.length, results };
}

/** `ended`: a reason has ended, and none was added. */
type Result = 'opened' | 'joined' | 'ended' | 'nothing';

async function openOne(
  transaction: Transaction,
  context: Context<SystemActor>,
  subject: FlaggedSubject,
): Promise<Result> {
  const { businessId, steps } = subject;
  const now = context.clock.now();
  const begun = steps.flatMap((step) => step.begun ?? []);
  const endsFirst = begun.length > 0 ? [] : steps.flatMap((step) => step.ended ?? []);
  const endedFirst = await endFacts(transaction, subject, endsFirst, now);
  if (begun.length === 0 && endedFirst.length === 0) return 'nothing';
  const { dueHours, assignTo } = combineActions(begun);
  const dueAt = addMilliseconds(now, Math.min(subject.dueHours, dueHours ?? subject.dueHours) * hourMs);
  const { own, isNew, standing } = await openCase(transaction, subject, now, dueAt);
  const applied = await applySteps(transaction, subject, own.caseId, begun.length > 0 ? steps : [], now);
  const { added, earlier, over } = applied;
  const removed = [...endedFirst, ...applied.ended].filter((kind) => !added.includes(kind));
  if (added.length === 0 && removed.length === 0) return 'nothing';
  const { caseId } = standing;
  const reopens =
    added.length > 0 &&
    standing.state === 'decided' &&
    (await findCurrentDecision(transaction, businessId, caseId)) === 'clear';
  if (!isNew)
    await changeCase(
      transaction,
      businessId,
      caseId,
      now,
      reopens ? { state: 'open', decidedAt: null, dueAt } : {},
    );
  if (reopens) {
    const automatic = { reason: null, by: null, approvedBy: null };
    await storeReversal(transaction, { businessId, caseId, ...automatic, at: now });
  }
  if (isNew || reopens)
    await recordCaseEvents(
      transaction,
      businessId,
      `review-case.${isNew ? 'opened' : 'reopened'}`,
      [caseId],
      now,
    );
  await writeAudit(transaction, context, {
    businessId,
    action: isNew
      ? 'review-case.open'
      : reopens
        ? 'review-case.reopen'
        : added.length > 0
          ? 'review-case.join'
          : 'review-case.end-fact',
    objectType: 'review-case',
    objectId: caseId,
    ...(earlier.length === 0 ? {} : { before: { facts: earlier } }),
    after: {
      subject: subject.kind,
      subjectId: subject.subjectId,
      facts: added,
      ...(over.length > 0 ? { over } : {}),
      ...(removed.length > 0 ? { ended: removed } : {}),
      rules: rulesAmong(begun, added),
    },
  });
  if (isNew) await assignNewCase(transaction, context, { businessId, caseId, assignTo });
  return isNew ? 'opened' : added.length > 0 ? 'joined' : 'ended';
}

/** Returns the rule versions among the added facts. */
const rulesAmong = (
  begun: readonly NonNullable<FlaggedSubject['steps'][number]['begun']>[],
  added: readonly string[],
) =>
  begun.flatMap(({ kind, detail }) =>
    detail?.rule && added.includes(kind)
      ? [{ ruleId: detail.rule.ruleId, number: detail.rule.number, name: detail.rule.name }]
      : [],
  );
