import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import { isTransactionTimeout } from '#lib/database/errors.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { defaultTransactionTimeoutMs, inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { storeReversal } from '../decisions/store/reversals.ts';
import type { FlaggedSubject } from './flagged-subjects.ts';
import { findFlaggedSubjects } from './flagged-subjects.ts';
import { assignNewCase, combineActions } from './rule-actions.ts';
import { updateSubjectCaseValues } from './store/case-values.ts';
import { changeCase } from './store/cases.ts';
import { restoreDueMarks, takeDueSubjects } from './store/due.ts';
import { addFacts, endFacts, findCurrentDecision, openCase } from './store/opening.ts';
import { updateContradictions } from './watch-service.ts';

/** The largest number of subjects of one transaction. More would block other writers of the audit log. */
const largestBatch = 50;
const hourMs = 3_600_000;

type Opened = { readonly opened: number; readonly joined: number };

/**
 * Opens a case for each flagged subject. Later facts are added to that case, or to the case that it was merged into,
 * and reopen it if it was cleared. Facts that have ended are marked. The decision is compared with the service
 * status.
 *
 * The database marks due subjects in the transaction that changes them, so none is missed: a reason that existed only
 * between two sweeps also opens a case. Concurrent runs are safe.
 *
 * A batch that takes longer than `timeoutMs` is rolled back and repeated in smaller ones. Otherwise a slow database would
 * never finish the same batch.
 */
export async function openCases(
  context: Context<SystemActor>,
  stop: AbortSignal,
  timeoutMs = defaultTransactionTimeoutMs,
): Promise<Opened> {
  let [opened, joined, size] = [0, 0, largestBatch];
  while (!stop.aborted) {
    try {
      const { taken, results } = await openBatch(context, size, timeoutMs);
      opened += results.filter((result) => result === 'opened').length;
      joined += results.filter((result) => result === 'joined').length;
      if (taken === 0) break;
    } catch (failure) {
      if (size === 1 || !isTransactionTimeout(failure)) throw failure;
      size = Math.ceil(size / 5);
    }
  }
  return { opened, joined };
}

function openBatch(context: Context<SystemActor>, size: number, timeoutMs: number) {
  const work = async (transaction: Transaction) => {
    const subjects = await takeDueSubjects(transaction, size);
    const { flagged, again } = await findFlaggedSubjects(transaction, subjects);
    await restoreDueMarks(transaction, again);
    const results: Result[] = [];
    const changed = new Set<BusinessId>();
    for (const subject of flagged) {
      const result = await openOne(transaction, context, subject);
      // A case that was just opened has no decision to compare.
      const isWatched = result !== 'opened' && (await updateContradictions(transaction, context, subject));
      if (result !== 'nothing' || isWatched) changed.add(subject.businessId);
      results.push(result);
    }
    for (const businessId of await updateSubjectCaseValues(transaction, subjects)) changed.add(businessId);
    for (const businessId of changed) await announce(transaction, { businessId, topics: ['reviews'] });
    return { taken: subjects.length, results };
  };
  return inTransaction(work, 'read-committed', timeoutMs);
}

/** `ended`: a reason has ended, and none was added. */
type Result = 'opened' | 'joined' | 'ended' | 'nothing';

async function openOne(
  transaction: Transaction,
  context: Context<SystemActor>,
  subject: FlaggedSubject,
): Promise<Result> {
  const { businessId } = subject;
  const now = context.clock.now();
  const ended = await endFacts(transaction, subject, subject.ended, now);
  // A fact that applied at the last sweep and ended since didn't start in between.
  const passed = subject.passing.filter(({ kind, isAgain }) => isAgain || !ended.includes(kind));
  const facts = [...subject.facts, ...passed];
  if (facts.length === 0 && ended.length === 0) return 'nothing';
  const { dueHours, assignTo } = combineActions(subject.facts);
  const dueAt = addMilliseconds(now, Math.min(subject.dueHours, dueHours ?? subject.dueHours) * hourMs);
  const { own, isNew, standing } = await openCase(transaction, subject, now, dueAt);
  const { added, earlier } = await addFacts(transaction, businessId, own.caseId, facts, now);
  const removed = ended.filter((kind) => !added.includes(kind));
  const over = passed.flatMap(({ kind, isOver }) => (isOver && added.includes(kind) ? [kind] : []));
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
      rules: rulesAmong(facts, added),
    },
  });
  if (isNew) await assignNewCase(transaction, context, { businessId, caseId, assignTo });
  return isNew ? 'opened' : added.length > 0 ? 'joined' : 'ended';
}

/** Returns the rule versions among the added facts. */
const rulesAmong = (facts: readonly FlaggedSubject['facts'][number][], added: readonly string[]) =>
  facts.flatMap(({ kind, detail }) =>
    detail?.rule && added.includes(kind)
      ? [{ ruleId: detail.rule.ruleId, number: detail.rule.number, name: detail.rule.name }]
      : [],
  );
