import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { readNames } from './timeline-names.ts';
import type { Stretch } from './timeline-page.ts';
import { lookedTo } from './timeline-page.ts';
import type { Columns, Place } from './timeline-place.ts';
import { behindPlace, placeColumns } from './timeline-place.ts';

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

const attempted: Columns = { kind: 'attempt', at: 'started_at', id: 'id', type: 'bigint' };
const made: Columns = { kind: 'other-payment', at: 'found_at', id: 'payment_id', type: 'uuid' };

/** The request that a payment belongs to; it is one at most. */
const intentOf = (business: string, payment: string): string =>
  `(SELECT intent_id FROM intent_payment WHERE business_id = ${business}::uuid AND payment_id = ${payment}::uuid)`;

/** Each time that we asked the service to create a payment. */
export async function attemptsFor(
  scope: Scope,
  paymentId: PaymentId,
  place: Place | null,
  limit: number,
): Promise<Stretch> {
  const statement = new Statement();
  const business = statement.bind(scope.businessId);
  const { rows } = await databasePool().query(
    `SELECT ${placeColumns(attempted)}, floor(extract(epoch FROM started_at) * 1000)::bigint::text AS at,
            person_id::text, outcome, http_status, error_message
       FROM payment_attempt
      WHERE business_id = ${business}::uuid AND intent_id = ${intentOf(business, statement.bind(paymentId))}
        AND ${behindPlace(statement, attempted, place)}
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
  return { found, lookedTo: lookedTo(places, limit) };
}

/** What else the request behind a payment made, or was seen under its client payment ID. */
export async function listOtherPayments(
  scope: Scope,
  paymentId: PaymentId,
  place: Place | null,
  limit: number,
): Promise<Stretch> {
  const statement = new Statement();
  const [business, payment] = [statement.bind(scope.businessId), statement.bind(paymentId)];
  const { rows } = await databasePool().query(
    `SELECT ${placeColumns(made)}, floor(extract(epoch FROM found_at) * 1000)::bigint::text AS at, confirmed
       FROM intent_payment
      WHERE business_id = ${business}::uuid AND intent_id = ${intentOf(business, payment)}
        AND payment_id <> ${payment}::uuid AND ${behindPlace(statement, made, place)}
      ORDER BY found_at DESC, payment_id DESC LIMIT ${statement.bind(limit)}`,
    statement.values,
  );
  const found = z
    .array(other)
    .parse(rows)
    .map((one) => ({
      place: { micros: one.micros, kind: made.kind, id: one.place_id },
      entry: {
        id: `other-payment-${one.place_id}`,
        at: one.at,
        kind: 'other-payment' as const,
        paymentId: toId<PaymentId>(one.place_id),
        confirmed: one.confirmed,
      },
    }));
  const places = found.map((one) => one.place);
  return { found, lookedTo: lookedTo(places, limit) };
}
