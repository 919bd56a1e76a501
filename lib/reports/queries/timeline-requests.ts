import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { readNames } from './timeline-names.ts';
import type { TimelineRange } from './timeline-page.ts';
import { findScanEnd } from './timeline-page.ts';
import type { PositionColumns, TimelinePosition } from './timeline-position.ts';
import { afterPosition, selectPosition } from './timeline-position.ts';

const millis = z.string().transform((text) => instant(Number(text)));
const attempt = z.object({
  micros: z.string(),
  place_id: z.string(),
  at: millis,
  person_id: z.string(),
  outcome: z.string().nullable(),
  http_status: z.number().nullable(),
  error_message: z.string().nullable(),
});
const other = z.object({ micros: z.string(), place_id: z.string(), at: millis, confirmed: z.boolean() });

const attempted: PositionColumns = { kind: 'attempt', at: 'started_at', id: 'id', type: 'bigint' };
const createdPayments: PositionColumns = {
  kind: 'other-payment',
  at: 'found_at',
  id: 'payment_id',
  type: 'uuid',
};

/** The request that a payment belongs to; it is one at most. */
const intentOf = (business: string, payment: string): string =>
  `(SELECT intent_id FROM intent_payment WHERE business_id = ${business}::uuid AND payment_id = ${payment}::uuid)`;

/** Each time that we asked the service to create a payment. */
export async function listAttempts(
  scope: Scope,
  paymentId: PaymentId,
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRange> {
  const statement = new Statement();
  const business = statement.bind(scope.businessId);
  const { rows } = await databasePool().query(
    `SELECT ${selectPosition(attempted)}, floor(extract(epoch FROM started_at) * 1000)::bigint::text AS at,
            person_id::text, outcome, http_status, error_message
       FROM payment_attempt
      WHERE business_id = ${business}::uuid AND intent_id = ${intentOf(business, statement.bind(paymentId))}
        AND ${afterPosition(statement, attempted, place)}
      ORDER BY started_at DESC, id DESC LIMIT ${statement.bind(limit)}`,
    statement.values,
  );
  const all = z.array(attempt).parse(rows);
  const names = await readNames(all.map((one) => one.person_id));
  const found = all.map((one) => ({
    place: { micros: one.micros, kind: attempted.kind, id: one.place_id },
    entry: {
      id: `attempt-${one.place_id}`,
      at: one.at,
      kind: 'attempt' as const,
      person: names.get(one.person_id) ?? null,
      outcome: one.outcome,
      httpStatus: one.http_status,
      message: one.error_message,
    },
  }));
  const places = found.map((one) => one.place);
  return { entries: found, scannedTo: findScanEnd(places, limit) };
}

/** What else the request behind a payment made, or was seen under its client payment ID. */
export async function listOtherPayments(
  scope: Scope,
  paymentId: PaymentId,
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRange> {
  const statement = new Statement();
  const [business, payment] = [statement.bind(scope.businessId), statement.bind(paymentId)];
  const { rows } = await databasePool().query(
    `SELECT ${selectPosition(createdPayments)}, floor(extract(epoch FROM found_at) * 1000)::bigint::text AS at, confirmed
       FROM intent_payment
      WHERE business_id = ${business}::uuid AND intent_id = ${intentOf(business, payment)}
        AND payment_id <> ${payment}::uuid AND ${afterPosition(statement, createdPayments, place)}
      ORDER BY found_at DESC, payment_id DESC LIMIT ${statement.bind(limit)}`,
    statement.values,
  );
  const found = z
    .array(other)
    .parse(rows)
    .map((one) => ({
      place: { micros: one.micros, kind: createdPayments.kind, id: one.place_id },
      entry: {
        id: `other-payment-${one.place_id}`,
        at: one.at,
        kind: 'other-payment' as const,
        paymentId: toId<PaymentId>(one.place_id),
        confirmed: one.confirmed,
      },
    }));
  const places = found.map((one) => one.place);
  return { entries: found, scannedTo: findScanEnd(places, limit) };
}
