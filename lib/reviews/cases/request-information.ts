import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { composeInformationRequest } from '#lib/customer-messages/model.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { tReviewRequests } from '#lib/messages/reviews.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { dayStart } from '../rules/queries/days.ts';
import { longestRequestDays } from './model/information.ts';
import { findPayerReference } from './queries/payer-reference.ts';
import type { answerRequestForm, requestInformationForm } from './schema/case.ts';
import { lockCase } from './store/cases.ts';
import { findOpenRequest, hasReportDecision, insertNote } from './store/work.ts';

const dayMs = 86_400_000;

/**
 * Stores a request for information on an open case, until the end of a day. A person sends it. To a payer it is a neutral
 * message about the payment, without a link or a word of the case. Once a report to an authority is proposed, nothing is
 * requested, because that could warn the payer.
 *
 * @throws Problem 'not-found', 'invalid' for the day, and 'conflict' for a case that isn't open, has an open request or a
 * proposed report
 */
export async function requestInformation(
  context: Context<PersonActor>,
  input: z.output<typeof requestInformationForm>,
): Promise<{ readonly noteId: string; readonly message: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { to, dueOn, language } = input;
  const at = context.clock.now();
  const dueAt = await dayStart(businessId, dueOn, 1);
  if (dueAt <= at || dueAt > addMilliseconds(at, (longestRequestDays + 1) * dayMs))
    throw new Problem('invalid', tReviewRequests('problem.dueOn'), {
      fieldErrors: { dueOn: [tReviewRequests('problem.dueOn')] },
    });
  return inTransaction(async (transaction) => {
    const { caseId, state, ...subject } = await lockCase(
      transaction,
      businessId,
      parseId<CaseId>(input.caseId),
    );
    const of = { businessId, caseId };
    if (await hasReportDecision(transaction, of))
      throw new Problem('conflict', tReviewRequests('problem.report'));
    if (state !== 'open') throw new Problem('conflict', tReviewRequests('problem.state'));
    if ((await findOpenRequest(transaction, of)) !== null)
      throw new Problem('conflict', tReviewRequests('problem.open'));
    const reference = to === 'payer' ? await findPayerReference(transaction, businessId, subject) : '';
    if (reference === null) throw new Problem('conflict', tReviewRequests('problem.reference'));
    const question = storableText(input.question);
    const text = to === 'payer' ? composeInformationRequest(language, { reference, question }) : question;
    const { personId } = context.actor;
    const noteId = await insertNote(transaction, { ...of, personId, at, text }, { askedOf: to, dueAt });
    await deleteDraft(transaction, { businessId, personId, form: 'case-request', subject: caseId });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.request',
      objectType: 'review-case',
      objectId: caseId,
      after: { noteId, to, text, dueAt },
    });
    return { noteId, message: text };
  });
}

/**
 * Records the answer to a request, or that there was none, which ends the request.
 *
 * @throws Problem 'not-found', and 'conflict' if the request was answered already
 */
export async function answerRequest(
  context: Context<PersonActor>,
  input: z.output<typeof answerRequestForm>,
): Promise<{ readonly noteId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  return inTransaction(async (transaction) => {
    const { caseId } = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId));
    const open = await findOpenRequest(transaction, { businessId, caseId });
    if (open?.noteId !== input.noteId) throw new Problem('conflict', tReviewRequests('problem.answered'));
    const { personId } = context.actor;
    const [text, at] = [storableText(input.text), context.clock.now()];
    const note = { businessId, caseId, personId, at, text };
    const noteId = await insertNote(transaction, note, { answersId: open.noteId });
    await deleteDraft(transaction, { businessId, personId, form: 'case-request-answer', subject: caseId });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.answer-request',
      objectType: 'review-case',
      objectId: caseId,
      after: { noteId, answers: open.noteId, text },
    });
    return { noteId };
  });
}
