import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, IntentId } from '#lib/values/ids.ts';

/**
 * Returns true while the client payment ID belongs to a payment that waits for approval, or to an approved one that was
 * not sent. `sentBody` is what is about to be sent. Holds the ID until the transaction ends.
 */
export async function isClientIdWaiting(
  transaction: Transaction,
  payment: {
    readonly businessId: BusinessId;
    readonly clientPaymentId: string;
    readonly sentBody?: string;
  },
): Promise<boolean> {
  const { businessId, clientPaymentId, sentBody = null } = payment;
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`payment_approval ${businessId} ${clientPaymentId}`}, 0))::text`;
  const rows: unknown = await transaction.$queryRaw`
    SELECT client_id_waits(${businessId}::uuid, ${clientPaymentId}, ${sentBody}::text) AS waits`;
  return z.tuple([z.object({ waits: z.boolean() })]).parse(rows)[0].waits;
}

/**
 * Returns true if the price of a request exceeds the business's limit and no second person has approved it. The database
 * refuses to commit such a request.
 */
export async function isApprovalRequired(
  transaction: Transaction,
  { businessId, intentId }: { readonly businessId: BusinessId; readonly intentId: IntentId },
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT payment_needs_approval(${businessId}::uuid, ${intentId}::uuid) AS needed`;
  return z.tuple([z.object({ needed: z.boolean() })]).parse(rows)[0].needed;
}
