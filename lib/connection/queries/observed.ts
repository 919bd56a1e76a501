import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { riskFieldNames } from '#lib/service/contract/risk-fields.ts';
import type { BusinessId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { UnknownNameView } from '../schema.ts';

/** Only recent messages are read, so the page stays fast with any history. */
const maxMessages = 300;
const maxIntents = 100;

async function select<T>(shape: z.ZodType<T>, sql: string, values: readonly unknown[]): Promise<T[]> {
  const { rows } = await databasePool().query(sql, [...values]);
  return z.array(shape).parse(rows);
}

const moment = z.date().transform((at): Instant => fromDate(at));

const deliveryShape = z.object({
  key_name: z.string().nullable(),
  signature: z.string().nullable(),
  source: z.string().nullable(),
  /** Names of headers that look like a signature. */
  signed_by: z.array(z.string()),
  received_at: moment,
});
export type Delivery = z.output<typeof deliveryShape>;

/** Returns the deliveries of the latest callbacks, newest first. */
export const listLatestDeliveries = (businessId: BusinessId): Promise<Delivery[]> =>
  select(
    deliveryShape,
    `SELECT delivery.key_name, delivery.signature, delivery.headers ->> 'x-forwarded-for' AS source, delivery.received_at,
            ARRAY(SELECT name FROM jsonb_object_keys(delivery.headers) AS name
                   WHERE name ~ '(signature|hmac|digest)') AS signed_by
       FROM (SELECT id FROM callback_message WHERE business_id = $1::uuid
              ORDER BY first_received_at DESC, id DESC LIMIT ${maxMessages}) AS message
       JOIN callback_delivery AS delivery ON delivery.message_id = message.id
      ORDER BY delivery.received_at DESC LIMIT ${2 * maxMessages}`,
    [businessId],
  );

/** Counts the statuses of recent answers to create requests. */
export const countCreateStatuses = (
  businessId: BusinessId,
): Promise<{ http_status: number; count: number }[]> =>
  select(
    z.object({ http_status: z.number(), count: z.number() }),
    `SELECT http_status, count(*)::int AS count FROM (${['CREATED', 'REJECTED', 'UNKNOWN', 'UNSENT']
      .map(
        (
          state,
        ) => `(SELECT http_status FROM payment_intent WHERE business_id = $1::uuid AND state = '${state}'
                      ORDER BY changed_at DESC LIMIT ${maxIntents})`,
      )
      .join(' UNION ALL ')}) AS lately WHERE http_status IS NOT NULL GROUP BY 1 ORDER BY 1`,
    [businessId],
  );

/**
 * Counts the latest withdrawal and exchanged callbacks, and those that arrived more than once. Contents that differ only
 * in risk detail count as one, because every role can see the page.
 */
export const countOtherCallbacks = (
  businessId: BusinessId,
): Promise<{ kind: string; count: number; again: number }[]> =>
  select(
    z.object({ kind: z.string(), count: z.number(), again: z.number() }),
    `SELECT kind, count(*)::int AS count, count(*) FILTER (WHERE deliveries > 1 OR EXISTS (
              SELECT FROM callback_message AS hidden WHERE hidden.shown_with = lately.id))::int AS again
       FROM (${['withdrawal', 'deposit-exchanged']
         .map(
           (
             kind,
           ) => `(SELECT id, kind, deliveries FROM callback_message WHERE business_id = $1::uuid AND kind = '${kind}'
                        AND shown_with IS NULL
                        ORDER BY first_received_at DESC, id DESC LIMIT ${maxMessages})`,
         )
         .join(' UNION ALL ')}) AS lately GROUP BY 1`,
    [businessId],
  );

const unknownShape = z
  .object({
    field: z.string(),
    value: z.string(),
    last_seen_at: moment,
    payment_id: z.string().nullable(),
    withdrawal_id: z.string().nullable(),
  })
  .transform(
    (row): UnknownNameView => ({
      field: row.field,
      value: row.value,
      lastSeenAt: row.last_seen_at,
      paymentId: row.payment_id === null ? null : toId<PaymentId>(row.payment_id),
      withdrawalId: row.withdrawal_id === null ? null : toId<WithdrawalId>(row.withdrawal_id),
    }),
  );

/** Lists values that the interface doesn't define, from stored records and from quarantined callbacks. */
export const listUnknownNames = (businessId: BusinessId): Promise<UnknownNameView[]> =>
  select(
    unknownShape,
    `SELECT field, value, last_seen_at, payment_id::text, withdrawal_id::text FROM unknown_name WHERE business_id = $1::uuid
     UNION ALL
     SELECT 'callback.' || (reason ->> 'path'), split_part(reason ->> 'problem', 'the interface names: ', 2),
            max(first_received_at), NULL, NULL
       FROM (SELECT first_received_at, reasons FROM callback_message
              WHERE business_id = $1::uuid AND verdict = 'quarantined'
              ORDER BY first_received_at DESC LIMIT ${maxMessages}) AS lately,
            jsonb_array_elements(lately.reasons) AS reason
      WHERE reason ->> 'problem' LIKE 'is not a value that the interface names: %'
        AND reason ->> 'path' !~* '(^|[.])(${riskFieldNames.join('|')})([.]|$)'
      GROUP BY 1, 2
     ORDER BY 3 DESC LIMIT 50`,
    [businessId],
  );
