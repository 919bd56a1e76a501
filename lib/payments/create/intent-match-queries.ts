import 'server-only';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { BusinessId, ClientPaymentId, PaymentId } from '#lib/values/ids.ts';

const places = z.array(z.object({ place: z.number() }));

/** A payment that a source reported under the client id of a request. */
export type IntentMatch = {
  readonly businessId: BusinessId;
  readonly clientPaymentId: ClientPaymentId;
  readonly paymentId: PaymentId;
};

/**
 * Returns the payments for which `settleIntent` has work: their request is unsettled or does not have the payment yet.
 * Usually there are none.
 */
export async function findIntentMatches(
  statements: PlainTransaction,
  reported: readonly IntentMatch[],
): Promise<ReadonlySet<IntentMatch>> {
  if (reported.length === 0) return new Set();
  const rows = await statements.run(
    `SELECT reported.place::int AS place
       FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY
              AS reported (business_id, client_payment_id, payment_id, place),
            LATERAL (SELECT bool_or(state IN ('UNKNOWN', 'SENDING')) AS is_open FROM payment_intent
                      WHERE payment_intent.business_id = reported.business_id
                        AND payment_intent.client_payment_id = reported.client_payment_id) AS intents
      WHERE intents.is_open OR intents.is_open IS NOT NULL AND NOT EXISTS (
              SELECT FROM intent_payment own
               WHERE own.business_id = reported.business_id AND own.payment_id = reported.payment_id)`,
    [
      reported.map(({ businessId }) => businessId),
      reported.map(({ clientPaymentId }) => clientPaymentId),
      reported.map(({ paymentId }) => paymentId),
    ],
  );
  return new Set(places.parse(rows).flatMap(({ place }) => reported[place - 1] ?? []));
}
