import 'server-only';
import * as z from 'zod';
import type { Statements } from '#lib/database/statements.ts';
import type { BusinessId, ClientPaymentId, PaymentId } from '#lib/values/ids.ts';

const places = z.array(z.object({ place: z.number() }));

/** A payment that something told of, under the client id of a request. */
export type IntentMatch = {
  readonly businessId: BusinessId;
  readonly clientPaymentId: ClientPaymentId;
  readonly paymentId: PaymentId;
};

/**
 * Those to which `settleIntent` may have something to do: there is a request under that client id, and it is unsettled
 * or the payment is not among its own. Mostly there are none.
 */
export async function findIntentMatches(
  statements: Statements,
  told: readonly IntentMatch[],
): Promise<ReadonlySet<IntentMatch>> {
  if (told.length === 0) return new Set();
  const rows = await statements.run(
    `SELECT told.place::int AS place
       FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY
              AS told (business_id, client_payment_id, payment_id, place),
            LATERAL (SELECT id, state FROM payment_intent
                      WHERE payment_intent.business_id = told.business_id
                        AND payment_intent.client_payment_id = told.client_payment_id OFFSET 0) AS intent
      WHERE intent.state IN ('UNKNOWN', 'SENDING') OR NOT EXISTS (
              SELECT FROM intent_payment own
               WHERE own.business_id = told.business_id AND own.payment_id = told.payment_id
                 AND own.intent_id = intent.id)`,
    [
      told.map(({ businessId }) => businessId),
      told.map(({ clientPaymentId }) => clientPaymentId),
      told.map(({ paymentId }) => paymentId),
    ],
  );
  return new Set(places.parse(rows).flatMap(({ place }) => told[place - 1] ?? []));
}
