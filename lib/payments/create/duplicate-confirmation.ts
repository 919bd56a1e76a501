import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';

const existence = z.tuple([z.object({ exists: z.boolean() })]);

/** Returns true if a payment with the client payment ID was reported, or was found for a request with it. */
async function hasPayment(
  transaction: Transaction,
  { businessId, clientPaymentId }: { readonly businessId: BusinessId; readonly clientPaymentId: string },
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT EXISTS (SELECT FROM payment
                    WHERE payment.business_id = ${businessId}::uuid
                      AND payment.client_payment_id = ${clientPaymentId})
        OR EXISTS (SELECT FROM payment_intent intent JOIN intent_payment link ON link.intent_id = intent.id
                    WHERE intent.business_id = ${businessId}::uuid
                      AND intent.client_payment_id = ${clientPaymentId}) AS exists`;
  return existence.parse(rows)[0].exists;
}

/**
 * Requires a person's confirmation when a payment with the client payment ID may exist: the request has an unknown outcome,
 * or such a payment was reported. Sending may then create a second payable link.
 *
 * @throws Problem 'invalid' without the confirmation
 */
export async function requireDuplicateConfirmation(
  transaction: Transaction,
  intent: {
    readonly businessId: BusinessId;
    readonly clientPaymentId: string;
    readonly isUnknown: boolean;
  },
  isAccepted: boolean,
): Promise<void> {
  if (isAccepted) return;
  const reason = (await hasPayment(transaction, intent)) ? 'seen' : intent.isUnknown ? 'unknown' : null;
  if (reason === null) return;
  throw new Problem('invalid', tPaymentRefusals(`duplicate.${reason}`), {
    fieldErrors: { secondLinkAccepted: [tPaymentRefusals('duplicate.confirm')] },
  });
}
