import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { PaymentCreator } from './schema/creator.ts';

const rowShape = z.object({
  person: z.string().nullable(),
  at: z.string().transform((text) => instant(Number(text))),
  confirmed: z.boolean(),
});

/**
 * SQL for the attempt that created the payment of `link`. Each attempt can be of another person and create its own
 * payment. If no answer named the payment, it is the last attempt before its creation. Refused attempts rank below those
 * that may have worked, and unsent ones last.
 */
const creatingAttemptSql = `
  SELECT attempt.person_id, attempt.started_at
    FROM payment_attempt attempt
   WHERE attempt.business_id = link.business_id AND attempt.intent_id = link.intent_id
     AND NOT EXISTS (SELECT FROM intent_payment other
                      WHERE other.intent_id = link.intent_id AND other.attempt_id = attempt.id
                        AND other.payment_id <> link.payment_id)
   ORDER BY attempt.started_at <= link.found_at DESC,
            attempt.id IS NOT DISTINCT FROM link.attempt_id DESC,
            (link.confirmed AND attempt.outcome IS NOT DISTINCT FROM 'CREATED') DESC,
            attempt.started_at <= created.latest DESC,
            CASE attempt.outcome WHEN 'UNSENT' THEN 2 WHEN 'REJECTED' THEN 1 ELSE 0 END,
            CASE WHEN attempt.started_at <= created.latest THEN created.latest - attempt.started_at END,
            attempt.started_at, attempt.id
   LIMIT 1`;

/** Returns who requested a payment here, or null when it was created elsewhere. Throws Problem. */
export async function findPaymentCreator(
  context: Context<PersonActor>,
  business: string,
  payment: string,
): Promise<PaymentCreator | null> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query(
    `SELECT person.name AS person, link.confirmed,
            ${millisecondsSql('coalesce(sent.started_at, intent.created_at)')} AS at
       FROM intent_payment link
       JOIN payment_intent intent ON intent.business_id = link.business_id AND intent.id = link.intent_id
       LEFT JOIN payment ON payment.business_id = link.business_id AND payment.payment_id = link.payment_id
       -- The service reports whole seconds. An attempt that started later didn't create the payment.
       CROSS JOIN LATERAL (SELECT least(coalesce(payment.payment_initiated_at, payment.payment_requested_at)
                                          + interval '1 second', link.found_at) AS latest) created
       LEFT JOIN LATERAL (${creatingAttemptSql}) sent ON true
       LEFT JOIN person ON person.id = coalesce(sent.person_id, intent.created_by)
      WHERE link.business_id = $1::uuid AND link.payment_id = $2::uuid`,
    [businessId, parseId<PaymentId>(payment)],
  );
  const [row] = z.array(rowShape).parse(rows);
  return row ?? null;
}
