import 'server-only';
import * as z from 'zod';
import { instantColumn, mapNullable } from '#lib/database/columns.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, IntentId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toEffectiveState } from './model/intent.ts';
import type { IntentState } from './schema/intent.ts';
import { intentStates } from './schema/intent.ts';

/** A locked request that a reported payment may belong to. */
export type SettleCandidate = {
  readonly businessId: BusinessId;
  readonly intentId: IntentId;
  readonly state: IntentState;
  readonly createdAt: Instant;
  readonly firstSentAt: Instant | null;
  /** The payment is linked to it already. */
  readonly hasPayment: boolean;
};

const rowShape = z.object({
  id: z.string(),
  state: z.enum(intentStates),
  createdAt: z.date(),
  changedAt: z.date(),
  firstSentAt: z.date().nullable(),
  hasPayment: z.boolean(),
});

/**
 * Locks the requests with the client payment ID of a reported payment. Usually none of them is open or misses the payment,
 * and then it takes no lock and returns none.
 */
export async function lockIntentsToSettle(
  transaction: Transaction,
  businessId: BusinessId,
  clientPaymentId: string,
  paymentId: PaymentId,
  now: Instant,
): Promise<readonly SettleCandidate[]> {
  const found = await transaction.paymentIntent.findMany({
    where: { businessId, clientPaymentId },
    select: { state: true, payments: { where: { businessId, paymentId }, select: { paymentId: true } } },
  });
  const isLinked = found.some(({ payments }) => payments.length > 0);
  const isOpen = found.some(({ state }) => state === 'UNKNOWN' || state === 'SENDING');
  if (found.length === 0 || (isLinked && !isOpen)) return [];
  await transaction.$queryRaw`
    SELECT 1 FROM payment_intent
     WHERE business_id = ${businessId}::uuid AND client_payment_id = ${clientPaymentId} ORDER BY id FOR UPDATE`;
  const rows: unknown = await transaction.$queryRaw`
    SELECT intent.id::text, intent.state, intent.created_at AS "createdAt", intent.changed_at AS "changedAt",
           (SELECT min(attempt.started_at) FROM payment_attempt attempt WHERE attempt.intent_id = intent.id)
             AS "firstSentAt",
           EXISTS (SELECT FROM intent_payment link WHERE link.business_id = ${businessId}::uuid
                      AND link.payment_id = ${paymentId}::uuid AND link.intent_id = intent.id) AS "hasPayment"
      FROM payment_intent intent
     WHERE intent.business_id = ${businessId}::uuid AND intent.client_payment_id = ${clientPaymentId}`;
  return z
    .array(rowShape)
    .parse(rows)
    .map(({ id, state, createdAt, changedAt, firstSentAt, hasPayment }) => ({
      businessId,
      intentId: toId<IntentId>(id),
      state: toEffectiveState(state, instantColumn(changedAt), now),
      createdAt: instantColumn(createdAt),
      firstSentAt: mapNullable(firstSentAt, instantColumn),
      hasPayment,
    }));
}
