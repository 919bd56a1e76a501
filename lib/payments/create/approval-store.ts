import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { BusinessId, IntentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { approvalDays } from './model/intent.ts';

/**
 * Returns true if the price of a request exceeds the business's limit and no second person has approved it. The database
 * refuses to commit such a request.
 */
export async function isApprovalRequired(
  transaction: Transaction,
  { businessId, intentId }: { readonly businessId: BusinessId; readonly intentId: IntentId },
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT payment_needs_approval(intent) AS needed FROM payment_intent intent
     WHERE business_id = ${businessId}::uuid AND id = ${intentId}::uuid`;
  return z.tuple([z.object({ needed: z.boolean() })]).parse(rows)[0].needed;
}

/** Releases the requests whose approval has expired before they were sent, with their client payment IDs. */
export async function releaseExpiredApprovals(
  transaction: Transaction,
  businessId: BusinessId,
  at: Instant,
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE payment_intent intent
       SET state = 'UNSENT', changed_at = ${toDate(at)}, error_code = 'expired',
           error_message = ${tPaymentRefusals('proposed.expired')}
      FROM proposal
     WHERE intent.business_id = ${businessId}::uuid AND intent.state = 'PROPOSED'
       AND proposal.business_id = intent.business_id AND proposal.kind = 'payment'
       AND proposal.subject = intent.id::text AND proposal.state = 'final'
       AND proposal.answered_at <= now() - make_interval(days => ${approvalDays}::int)`;
}

/** Gives up a request that a person declined or withdrew. Its client payment ID is free then. */
export async function releaseProposed(
  transaction: Transaction,
  businessId: BusinessId,
  intentId: string,
  { answer, at }: { readonly answer: 'decline' | 'withdraw'; readonly at: Instant },
): Promise<void> {
  await transaction.paymentIntent.updateMany({
    where: { id: intentId, businessId, state: 'PROPOSED' },
    data: {
      state: 'UNSENT',
      changedAt: toDate(at),
      httpStatus: null,
      errorCode: answer,
      errorMessage: tPaymentRefusals(`proposed.${answer}`),
    },
  });
}
