import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';

const doubts = z.tuple([z.object({ hasPayment: z.boolean(), isMaybeSent: z.boolean() })]);

/** Why a new request with a client payment ID may create a second payable link, although no request here has it. */
export type DuplicateRisk = z.output<typeof doubts>[number];

/**
 * Returns whether a payment with the client payment ID was reported, and whether a row of a file may have been sent with
 * it before a backup was restored. The caller has checked the permission.
 */
export async function findDuplicateRisk(
  transaction: Transaction,
  { businessId, clientPaymentId }: { readonly businessId: BusinessId; readonly clientPaymentId: string },
): Promise<DuplicateRisk> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT EXISTS (SELECT FROM payment
                    WHERE payment.business_key = business_key(${businessId}::uuid)
                      AND payment.client_payment_id = ${clientPaymentId}) AS "hasPayment",
           client_id_maybe_sent(${businessId}::uuid, ${clientPaymentId}) AS "isMaybeSent"`;
  return doubts.parse(rows)[0];
}
