import 'server-only';
import * as z from 'zod';
import type { IntentId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { LostRow } from './schema.ts';
import { toBatchId } from './stored-batch.ts';

/** The page offers this many payments that may be from one row. */
const offeredPayments = 100;

/**
 * Joins of a row named `line` that may have been sent before a backup was restored. The restore has ended its batch.
 *
 * `later` is the request that was sent with its client payment ID after the restore.
 *
 * `seen` has the reported payments that may be from the row. They were requested after the batch was confirmed, no
 * answer to a request names them, and no person assigned them to another row.
 */
export const lostRowJoins = `
  LEFT JOIN payment_batch lost ON lost.business_id = line.business_id AND lost.batch_id = line.batch_id
        AND line.intent_id IS NULL AND (line.state = 'unknown' OR line.settled_at IS NOT NULL)
  LEFT JOIN LATERAL (
    SELECT made.id::text AS intent_id, made.payment_id::text,
           (SELECT sent.batch_id::text FROM payment_batch_row sent
             WHERE sent.business_id = made.business_id AND sent.intent_id = made.id AND sent.replaced_by IS NULL
             LIMIT 1) AS batch_id
      FROM payment_intent made
     WHERE made.business_id = lost.business_id AND made.client_payment_id = line.client_payment_id
       AND EXISTS (SELECT FROM payment_attempt attempt
                    WHERE attempt.intent_id = made.id AND attempt.started_at > lost.ended_at)) later ON true
  LEFT JOIN LATERAL (
    SELECT array_agg(reported.payment_id::text ORDER BY reported.first_observed_at, reported.payment_id) AS payment_ids,
           md5(coalesce(string_agg(reported.payment_id::text, ',' ORDER BY reported.payment_id), '')) AS revision
      FROM payment reported
     WHERE reported.business_key = business_key(lost.business_id) AND reported.client_payment_id = line.client_payment_id
       AND coalesce(reported.payment_initiated_at, reported.payment_requested_at, lost.confirmed_at)
           >= lost.confirmed_at - interval '15 minutes'
       AND NOT EXISTS (SELECT FROM intent_payment named
                        WHERE named.business_id = reported.business_id AND named.payment_id = reported.payment_id
                          AND named.confirmed)
       AND NOT EXISTS (SELECT FROM payment_batch_row other
                        WHERE other.business_id = reported.business_id
                          AND other.settled_payment_id = reported.payment_id)) seen ON true
  LEFT JOIN person settler ON settler.id = line.settled_by`;

/** Columns of these joins. */
export const lostRowColumns = `lost.batch_id IS NOT NULL AS is_lost, later.intent_id AS later_intent_id,
       later.payment_id AS later_payment_id, later.batch_id AS later_batch_id,
       coalesce(seen.payment_ids[1:${offeredPayments}], '{}') AS seen_payment_ids,
       greatest(coalesce(cardinality(seen.payment_ids), 0) - ${offeredPayments}, 0) AS seen_further,
       seen.revision AS seen_revision, settler.name AS settled_by,
       floor(extract(epoch FROM line.settled_at) * 1000)::bigint::text AS settled_at`;

export const lostRowShape = z.object({
  is_lost: z.boolean(),
  later_intent_id: z.string().nullable(),
  later_payment_id: z.string().nullable(),
  later_batch_id: z.string().nullable(),
  seen_payment_ids: z.array(z.string()),
  seen_further: z.number(),
  seen_revision: z.string(),
  settled_by: z.string().nullable(),
  settled_at: z.string().nullable(),
});

/** Returns what is known about a row that may have been sent before a backup was restored. Null for other rows. */
export function toLostRow(row: z.output<typeof lostRowShape>): LostRow | null {
  if (!row.is_lost) return null;
  const { later_intent_id: intent, later_payment_id: payment, later_batch_id: batch } = row;
  return {
    later:
      intent === null
        ? null
        : {
            intentId: toId<IntentId>(intent),
            paymentId: payment === null ? null : toId<PaymentId>(payment),
            batchId: batch === null ? null : toBatchId(batch),
          },
    seen: {
      paymentIds: row.seen_payment_ids.map((id) => toId<PaymentId>(id)),
      further: row.seen_further,
      revision: row.seen_revision,
    },
    settled:
      row.settled_at === null ? null : { by: row.settled_by ?? '', at: instant(Number(row.settled_at)) },
  };
}
