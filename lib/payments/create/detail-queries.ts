import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { CreationDetails, RelatedPayments } from './schema/details.ts';

/**
 * Returns the saved note and labels of a request, to fill in the form again. Null when there are none.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readCreationDetails(
  context: Context<PersonActor>,
  business: string,
  intent: string,
): Promise<CreationDetails | null> {
  const { businessId } = requirePermission(context, business, 'payment.create');
  const details = await database().paymentIntent.findFirst({
    where: { businessId, id: intent },
    select: { note: true, labelIds: true },
  });
  if (details === null || (details.note === null && details.labelIds.length === 0)) return null;
  const labels = await database().label.findMany({
    where: { businessId, labelId: { in: details.labelIds } },
    select: { name: true },
    orderBy: { name: 'asc' },
  });
  return { note: details.note ?? '', labels: labels.map(({ name }) => name) };
}

const relations = ['former', 'successor', 'original', 'remainder', 'preferred', 'further'] as const;
const rowsShape = z.array(
  z.object({
    relation: z.enum(relations),
    paymentId: z.string(),
    clientPaymentId: z.string().nullable(),
  }),
);

/** Most payments of one relation. */
const maximumRelated = 20;

/**
 * Finds the payment that a payment replaces or completes, the payments that replace or complete it, and other payments of the same request.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function findRelatedPayments(
  context: Context<PersonActor>,
  business: string,
  payment: string,
): Promise<RelatedPayments> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query(
    `WITH own AS (SELECT intent.id, intent.payment_id
                    FROM intent_payment link JOIN payment_intent intent ON intent.id = link.intent_id
                   WHERE link.business_id = $1::uuid AND link.payment_id = $2::uuid),
          related AS (
       (SELECT CASE WHEN is_remainder THEN 'original' ELSE 'former' END AS relation, former_payment_id AS payment_id, created_at AS at FROM payment_intent
         WHERE business_id = $1::uuid AND payment_id = $2::uuid AND former_payment_id IS NOT NULL)
       UNION ALL
       (SELECT CASE WHEN is_remainder THEN 'remainder' ELSE 'successor' END, payment_id, created_at FROM payment_intent
         WHERE business_id = $1::uuid AND former_payment_id = $2::uuid AND payment_id IS NOT NULL
         ORDER BY created_at LIMIT ${maximumRelated})
       UNION ALL
       (SELECT 'preferred', payment_id, NULL FROM own WHERE payment_id <> $2::uuid)
       UNION ALL
       (SELECT 'further', link.payment_id, link.found_at FROM own JOIN intent_payment link ON link.intent_id = own.id
         WHERE own.payment_id = $2::uuid AND link.payment_id <> $2::uuid
         ORDER BY link.found_at LIMIT ${maximumRelated}))
     SELECT related.relation, related.payment_id::text AS "paymentId", payment.client_payment_id AS "clientPaymentId"
       FROM related LEFT JOIN payment ON payment.business_id = $1::uuid AND payment.payment_id = related.payment_id
      ORDER BY related.at`,
    [businessId, parseId<PaymentId>(payment)],
  );
  const found = rowsShape.parse(rows);
  const list = (relation: (typeof relations)[number]) =>
    found.flatMap(({ relation: one, ...linked }) => (one === relation ? [linked] : []));
  return {
    former: list('former')[0] ?? null,
    successors: list('successor'),
    original: list('original')[0] ?? null,
    remainders: list('remainder'),
    preferred: list('preferred')[0] ?? null,
    further: list('further'),
  };
}
