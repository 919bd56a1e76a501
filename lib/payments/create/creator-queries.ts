import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
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

/** Returns who requested a payment here, or null when it was created elsewhere. Throws Problem. */
export async function findPaymentCreator(
  context: Context<PersonActor>,
  business: string,
  payment: string,
): Promise<PaymentCreator | null> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query(
    `SELECT person.name AS person, link.confirmed,
            floor(extract(epoch FROM coalesce(own.started_at, intent.created_at)) * 1000)::bigint::text AS at
       FROM intent_payment link
       JOIN payment_intent intent ON intent.business_id = link.business_id AND intent.id = link.intent_id
       LEFT JOIN person ON person.id = intent.created_by
       -- The request may replace an earlier one of another person.
       LEFT JOIN LATERAL (SELECT attempt.started_at FROM payment_attempt attempt
                           WHERE attempt.intent_id = intent.id AND attempt.person_id = intent.created_by
                           ORDER BY attempt.started_at LIMIT 1) own ON true
      WHERE link.business_id = $1::uuid AND link.payment_id = $2::uuid`,
    [businessId, parseId<PaymentId>(payment)],
  );
  const [row] = z.array(rowShape).parse(rows);
  return row ?? null;
}
