import type pg from 'pg';
import * as z from 'zod';
import { importRecord, sendAgain } from '#lib/payments/index.ts';
import type { IntentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { BatchOwner } from './batch-run.ts';
import type { BenchSandbox } from './batch-sandbox.ts';

const intentRow = z.array(
  z.object({
    id: z.string(),
    clientPaymentId: z.string(),
    state: z.string(),
    paymentId: z.string().nullable(),
  }),
);

/** Reads the requests of the batch. */
export async function readRequests(client: pg.Client, { businessId }: BatchOwner) {
  const { rows } = await client.query(
    `SELECT id::text, client_payment_id AS "clientPaymentId", state, payment_id::text AS "paymentId"
       FROM payment_intent WHERE business_id = $1`,
    [businessId],
  );
  return intentRow.parse(rows);
}

/**
 * Settles the requests with an unknown outcome as a person does who looks them up at the service. The record of an
 * existing payment is imported, and a request without a payment is sent again. Returns the number of each.
 */
export async function settleUnknown(
  place: BatchOwner,
  client: pg.Client,
  sandbox: BenchSandbox,
): Promise<{ readonly imported: number; readonly sentAgain: number }> {
  const { context, businessId } = place;
  const existing = new Map(
    (await sandbox.listPayments()).map(({ clientPaymentId, paymentId }) => [clientPaymentId, paymentId]),
  );
  const settled = { imported: 0, sentAgain: 0 };
  for (const { id, clientPaymentId, state } of await readRequests(client, place)) {
    if (state !== 'UNKNOWN' && state !== 'SENDING') continue;
    const paymentId = existing.get(clientPaymentId);
    if (paymentId === undefined) {
      const intentId = toId<IntentId>(id);
      await sendAgain(context, { businessId, intentId, secondLinkAccepted: true });
      settled.sentAgain += 1;
    } else {
      await importRecord(context, { businessId, text: await sandbox.readRecord(paymentId), fileName: null });
      settled.imported += 1;
    }
  }
  return settled;
}

const count = z.tuple([z.object({ count: z.number() })]);

/** Counts requests of which more than one attempt may have reached the service. */
export async function countSentTwice(client: pg.Client, { businessId }: BatchOwner): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM payment_attempt WHERE business_id = $1 AND outcome IS DISTINCT FROM 'UNSENT'
        GROUP BY intent_id HAVING count(*) > 1) AS repeated`,
    [businessId],
  );
  return count.parse(rows)[0].count;
}
