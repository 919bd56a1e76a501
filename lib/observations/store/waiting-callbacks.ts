import 'server-only';
import * as z from 'zod';
import type { BusinessId, MessageId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { CallbackObservation } from '../fold/callback-observation.ts';
import { isCallbackKind } from '../model/parsed-callback.ts';
import { queryPool } from '../rebuild/verify-queries.ts';

/** A stored callback that waits to be folded, with its first receipt. */
export type WaitingCallback = {
  readonly messageId: MessageId;
  readonly subjectId: string;
  readonly observation: CallbackObservation;
};

const row = z
  .object({
    id: z.string().transform((id) => toId<MessageId>(id)),
    business_id: z.string().transform((id) => toId<BusinessId>(id)),
    subject_id: z.string(),
    kind: z.string().refine(isCallbackKind),
    body: z.instanceof(Uint8Array),
    first_received_at: z.date().transform(fromDate),
  })
  .transform(
    (one): WaitingCallback => ({
      messageId: one.id,
      subjectId: one.subject_id,
      observation: {
        businessId: one.business_id,
        kind: one.kind,
        body: one.body,
        headers: {},
        receivedAt: one.first_received_at,
      },
    }),
  );

const columns = 'id::text, business_id::text, subject_id::text, kind, body, first_received_at';

/**
 * Lists the first waiting callback of up to `limit` deposits and withdrawals of all businesses, in order of receipt. Those
 * of `skipped` are left out.
 */
export async function listWaitingCallbacks(
  limit: number,
  skipped: readonly string[] = [],
): Promise<readonly WaitingCallback[]> {
  const rows = await queryPool(
    `SELECT ${columns} FROM callback_message WHERE verdict = 'received' AND subject_id <> ALL($2::text[]::uuid[])
      ORDER BY first_received_at, callback_message.id LIMIT $1::int`,
    [limit, [...skipped]],
  );
  const found = new Map<string, WaitingCallback>();
  for (const one of z.array(row).parse(rows)) {
    const subject = `${one.observation.businessId} ${one.subjectId}`;
    if (!found.has(subject)) found.set(subject, one);
  }
  return [...found.values()];
}

/** Lists the waiting callbacks about a payment, or about a deposit or withdrawal, in order of receipt. */
export async function listWaitingAbout(
  businessId: BusinessId,
  { paymentId, subjectId }: { readonly paymentId?: PaymentId; readonly subjectId?: string },
  select = queryPool,
): Promise<readonly WaitingCallback[]> {
  const rows = await select(
    `SELECT ${columns} FROM callback_message WHERE verdict = 'received' AND business_id = $1::uuid
        AND (payment_id = $2::uuid OR subject_id = $3::uuid) ORDER BY first_received_at, callback_message.id`,
    [businessId, paymentId ?? null, subjectId ?? null],
  );
  return z.array(row).parse(rows);
}

const counted = z.tuple([z.object({ count: z.coerce.number(), oldest_seconds: z.number() })]);

/** Counts the waiting callbacks of all businesses, with the age of the oldest one. */
export async function countWaitingCallbacks(): Promise<{
  readonly count: number;
  readonly oldestSeconds: number;
}> {
  const [{ count, oldest_seconds: oldestSeconds }] = counted.parse(
    await queryPool(
      `SELECT count(*) AS count, coalesce(extract(epoch FROM now() - min(first_received_at)), 0)::float8 AS oldest_seconds
         FROM callback_message WHERE verdict = 'received'`,
      [],
    ),
  );
  return { count, oldestSeconds };
}
