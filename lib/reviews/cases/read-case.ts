import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import { readPaymentsForReview } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { CaseRead, readCaseNowForm } from './schema/reading.ts';
import { findCasePayments, storeCaseRead } from './store/reads.ts';

/** The longest time that a decision waits for the service. */
const deadlineMs = 5_000;

/**
 * Reads the payments of a case from the service when a person requests it.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readCaseNow(
  context: Context<PersonActor>,
  input: z.output<typeof readCaseNowForm>,
): Promise<CaseRead> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const caseId = parseId<CaseId>(input.caseId);
  if (caseId === null) throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
  return readCasePayments(context, businessId, caseId);
}

/**
 * Reads the payments of a case before a decision. A failed read never refuses the decision: the result says so.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export const readBeforeDecision = (
  context: Context<PersonActor>,
  businessId: BusinessId,
  caseId: string,
): Promise<CaseRead> => readCaseNow(context, { businessId, caseId });

/**
 * Requires that the read before a decision brought no value that the person has not seen.
 *
 * @throws Problem 'conflict'
 */
export function requireNoNewValues(read: CaseRead): void {
  if (read.kind === 'read' && read.changed)
    throw new Problem('conflict', tReviewRefusals('problem.newValues'));
}

/** Reads the payments of a case and records the result on it. */
async function readCasePayments(
  context: Context<PersonActor>,
  business: BusinessId,
  caseId: CaseId,
): Promise<CaseRead> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const payments = await findCasePayments(businessId, caseId);
  if (payments === null) throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
  if (payments.length === 0) return { kind: 'off' };
  const result = await readPaymentsForReview(context, businessId, payments, deadlineMs);
  if (result.kind === 'off') return result;
  await inTransaction(async (transaction) => {
    const failure = result.kind === 'failed' ? result.reason : null;
    await storeCaseRead(transaction, { businessId, caseId, at: context.clock.now(), failure });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.read',
      objectType: 'review-case',
      objectId: caseId,
      after: result,
    });
  });
  return result;
}
