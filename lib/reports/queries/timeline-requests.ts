import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { readTimelineNames } from './timeline-names.ts';
import type { TimelineRead } from './timeline-page.ts';
import { findEndPosition } from './timeline-page.ts';
import type { OrderColumns, TimelinePosition } from './timeline-position.ts';
import { afterPosition, positionColumns } from './timeline-position.ts';

const toInstant = z.string().transform((text) => instant(Number(text)));
const attemptRow = z.object({
  micros: z.string(),
  place_id: z.string(),
  at: toInstant,
  person_id: z.string(),
  outcome: z.string().nullable(),
  http_status: z.number().nullable(),
  error_message: z.string().nullable(),
});
const otherRow = z.object({
  micros: z.string(),
  place_id: z.string(),
  at: toInstant,
  confirmed: z.boolean(),
});

const attemptColumns: OrderColumns = { kind: 'attempt', at: 'started_at', id: 'id', type: 'bigint' };
const otherColumns: OrderColumns = { kind: 'other-payment', at: 'found_at', id: 'payment_id', type: 'uuid' };

/** Returns SQL for the request of a payment. There is at most one. */
const intentSql = (business: string, payment: string): string =>
  `(SELECT intent_id FROM intent_payment WHERE business_id = ${business}::uuid AND payment_id = ${payment}::uuid)`;

/** Lists our attempts to create the payment at the service. */
export async function listAttempts(
  scope: Scope,
  paymentId: PaymentId,
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRead> {
  const statement = new Statement();
  const business = statement.bind(scope.businessId);
  const { rows } = await databasePool().query(
    `SELECT ${positionColumns(attemptColumns)}, ${millisecondsSql('started_at')} AS at,
            person_id::text, outcome, http_status, error_message
       FROM payment_attempt
      WHERE business_id = ${business}::uuid AND intent_id = ${intentSql(business, statement.bind(paymentId))}
        AND ${afterPosition(statement, attemptColumns, place)}
      ORDER BY started_at DESC, id DESC LIMIT ${statement.bind(limit)}`,
    statement.values,
  );
  const attempts = z.array(attemptRow).parse(rows);
  const names = await readTimelineNames(attempts.map((one) => one.person_id));
  const found = attempts.map((one) => ({
    place: { micros: one.micros, kind: attemptColumns.kind, id: one.place_id },
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
  return { found, endPosition: findEndPosition(places, limit) };
}

/** Lists other payments of the same request, or observed under its client payment ID. */
export async function listOtherPayments(
  scope: Scope,
  paymentId: PaymentId,
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRead> {
  const statement = new Statement();
  const [business, payment] = [statement.bind(scope.businessId), statement.bind(paymentId)];
  const { rows } = await databasePool().query(
    `SELECT ${positionColumns(otherColumns)}, ${millisecondsSql('found_at')} AS at, confirmed
       FROM intent_payment
      WHERE business_id = ${business}::uuid AND intent_id = ${intentSql(business, payment)}
        AND payment_id <> ${payment}::uuid AND ${afterPosition(statement, otherColumns, place)}
      ORDER BY found_at DESC, payment_id DESC LIMIT ${statement.bind(limit)}`,
    statement.values,
  );
  const found = z
    .array(otherRow)
    .parse(rows)
    .map((one) => ({
      place: { micros: one.micros, kind: otherColumns.kind, id: one.place_id },
      entry: {
        id: `other-payment-${one.place_id}`,
        at: one.at,
        kind: 'other-payment' as const,
        paymentId: toId<PaymentId>(one.place_id),
        confirmed: one.confirmed,
      },
    }));
  const places = found.map((one) => one.place);
  return { found, endPosition: findEndPosition(places, limit) };
}
