import 'server-only';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readRecordHolds } from '#lib/retention/index.ts';
import type { HeldRecord } from '#lib/retention/schema.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import type { CaseSubject } from '#lib/reviews/cases/schema/subject.ts';
import {
  listCaseCounterpartyNotes,
  listCaseWatches,
  listRelatedRecords,
  readSubjects,
  viewCase,
} from '#lib/reviews/index.ts';
import { describeReportFacts } from '#lib/reviews/reports/model/facts.ts';
import { mergeTimelines } from './queries/merge-timelines.ts';
import type { CaseContent, CaseWithContent } from './schema/case.ts';

/**
 * Returns what the page of a case shows besides the case. The view of risk detail is audited.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readCaseContent(
  context: Context<PersonActor>,
  business: string,
  view: CaseView,
): Promise<CaseContent> {
  const { own, joined } = view;
  const [subjects, related, watches, notes] = await Promise.all([
    readSubjects(context, view),
    listRelatedRecords(context, business, [own, ...joined]),
    listCaseWatches(context, business, [own, ...joined]),
    listCaseCounterpartyNotes(context, business, [own, ...joined]),
  ]);
  const holds = await readRecordHolds(
    context,
    business,
    { kind: 'case', recordId: view.caseId },
    [subjects.own, ...subjects.joined].map(({ subject }) => toHeldRecord(subject)),
  );
  const timeline = await mergeTimelines(
    context,
    business,
    [subjects.own, ...subjects.joined].map(({ number, subject }) => ({
      label: joined.length === 0 ? null : tReviewTerms('caseNumber', { number: String(number) }),
      ...toTimelineSubject(subject),
    })),
  );
  return {
    subjects,
    related,
    watches,
    notes,
    timeline,
    holds,
    reportFacts: describeReportFacts(view, subjects),
  };
}

/** Returns the record whose hold protects the case: a deposit belongs to its payment. */
function toHeldRecord(subject: CaseSubject): HeldRecord {
  switch (subject.kind) {
    case 'deposit':
      return { kind: 'payment', recordId: subject.deposit.paymentId };
    case 'withdrawal':
      return { kind: 'withdrawal', recordId: subject.withdrawal.withdrawalId };
    case 'payment':
      return { kind: 'payment', recordId: subject.payment.paymentId };
  }
}

function toTimelineSubject(subject: CaseSubject) {
  switch (subject.kind) {
    case 'deposit':
      return { payment: subject.deposit.paymentId };
    case 'withdrawal':
      return { withdrawal: subject.withdrawal.withdrawalId };
    case 'payment':
      return { payment: subject.payment.paymentId };
  }
}

/**
 * Returns a case with its content for the queue, which shows it beside its rows. It is audited like opening the case.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readCaseWithContent(
  context: Context<PersonActor>,
  business: string,
  caseId: string,
): Promise<CaseWithContent> {
  const view = await viewCase(context, business, caseId);
  return { view, ...(await readCaseContent(context, business, view)) };
}
