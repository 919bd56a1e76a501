import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import type { DeliveryProblem, DeliveryState, EventType } from './model.ts';
import {
  deliveryDays,
  deliveryProblems,
  deliveryStates,
  leaseMs,
  shownDeliveries,
  testType,
} from './model.ts';

/** A fact that endpoints may receive. */
export type RecordEvent = {
  readonly businessId: BusinessId;
  readonly type: EventType;
  readonly recordId: string;
  readonly at: number;
  /** When the record was first seen. */
  readonly firstSeenAt: number;
  /** IDs, the status, and amounts as the service reported them. Null: not reported. */
  readonly data: Readonly<Record<string, string | null>>;
};

/** Returns the ID of a fact. A record states each fact once, so a repeat has the same one. */
function toEventId({
  businessId,
  type,
  recordId,
}: Pick<RecordEvent, 'businessId' | 'type' | 'recordId'>): string {
  const hash = createHash('sha256').update(`${businessId} ${type} ${recordId}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const text = hash.toString('hex');
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    text.slice(12, 16),
    text.slice(16, 20),
    text.slice(20, 32),
  ].join('-');
}

const writeBody = (type: string, at: number, data: RecordEvent['data']): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });

/**
 * The row of a fact is what keeps it from being sent again when a record leaves a review. So it is stored as well for types that
 * weren't chosen and while the endpoint is disabled, and facts of records that are older than the endpoint are not its own.
 */
const insertSql = `
  INSERT INTO event_delivery (endpoint_id, event_id, type, record_id, body, created_at, next_at, state)
  SELECT e.endpoint_id, n.event_id, n.type, n.record_id, n.body, now(), now(),
         CASE WHEN n.type <> ALL (e.types) THEN 'skipped' WHEN e.disabled_at IS NOT NULL THEN 'dropped' ELSE 'waiting' END
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[])
           WITH ORDINALITY AS n (business_id, event_id, type, record_id, body, first_seen_at, number)
    JOIN event_endpoint e ON e.business_id = n.business_id AND e.created_at <= n.first_seen_at
   ORDER BY n.number
  ON CONFLICT (endpoint_id, event_id) DO NOTHING`;

/** Stores events for the endpoints that receive them, in the transaction of the facts. A fact that is stored is kept as it is. */
export async function storeEvents(
  statements: PlainTransaction,
  events: readonly RecordEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await statements.run(insertSql, [
    events.map(({ businessId }) => businessId),
    events.map(toEventId),
    events.map(({ type }) => type),
    events.map(({ recordId }) => recordId),
    events.map(({ type, at, data }) => writeBody(type, at, data)),
    events.map(({ firstSeenAt }) => new Date(firstSeenAt).toISOString()),
  ]);
}

/** Stores a test event. Its ID is its record, so that it waits for no other. */
export async function insertTestEvent(
  transaction: Transaction,
  {
    endpointId,
    eventId,
    at,
  }: { readonly endpointId: string; readonly eventId: string; readonly at: Instant },
): Promise<void> {
  await transaction.eventDelivery.create({
    data: {
      ...{
        endpointId,
        eventId,
        recordId: eventId,
        type: testType,
        body: writeBody(testType, at, { endpointId }),
      },
      ...{ createdAt: toDate(at), nextAt: toDate(at) },
    },
  });
}

const claimedRows = z.array(z.object({ eventId: z.string(), body: z.string(), attempts: z.number().int() }));
export type ClaimedDelivery = z.infer<typeof claimedRows>[number];

/**
 * Claims due events of an endpoint for this process: of each record the first that waits, so that no event overtakes an earlier
 * one. If the process ends before it stores the result, they are due again after the lease.
 */
export async function claimDeliveries(
  endpointId: string,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly ClaimedDelivery[]> {
  const rows = await database().$queryRaw`
    WITH due AS (
      SELECT d.endpoint_id, d.event_id, d.place FROM event_delivery d
       WHERE d.endpoint_id = ${endpointId}::uuid AND d.state = 'waiting' AND d.next_at <= ${toDate(now)}
         AND NOT EXISTS (SELECT FROM event_delivery o WHERE o.endpoint_id = d.endpoint_id AND o.record_id = d.record_id
                            AND o.state = 'waiting' AND o.place < d.place)
       ORDER BY d.place LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE event_delivery d SET next_at = ${toDate(addMilliseconds(now, leaseMs))} FROM due
     WHERE d.endpoint_id = due.endpoint_id AND d.event_id = due.event_id
    RETURNING d.event_id::text AS "eventId", d.body, d.attempts::int AS attempts`;
  return claimedRows.parse(rows);
}

type Result = {
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextAt: Instant;
  readonly attemptedAt: Instant;
  readonly httpStatus: number | null;
  readonly answer: string | null;
  readonly problem: DeliveryProblem | null;
};

/** Stores the result of an attempt, unless the event was dropped or its endpoint deleted in the meantime. */
export async function storeResult(
  transaction: Transaction,
  { endpointId, eventId }: { readonly endpointId: string; readonly eventId: string },
  { nextAt, attemptedAt, ...result }: Result,
): Promise<void> {
  await transaction.eventDelivery.updateMany({
    where: { endpointId, eventId, state: 'waiting' },
    data: { ...result, nextAt: toDate(nextAt), attemptedAt: toDate(attemptedAt) },
  });
}

/** Events of the log that were sent or given up. */
const endedStates: DeliveryState[] = ['delivered', 'failed', 'dropped'];

const sendAgain = (now: Instant) =>
  ({ state: 'waiting' satisfies DeliveryState, attempts: 0, nextAt: toDate(now) }) as const;

/** Sends an event of the log again. Returns false if it isn't in the log, or waits already. */
export async function replayDelivery(
  transaction: Transaction,
  { endpointId, eventId }: { readonly endpointId: string; readonly eventId: string },
  now: Instant,
): Promise<boolean> {
  const { count } = await transaction.eventDelivery.updateMany({
    where: { endpointId, eventId, state: { in: endedStates }, body: { not: '' } },
    data: sendAgain(now),
  });
  return count > 0;
}

/** Sends the events since a time again: all, or those that failed or were dropped. Returns their number. */
export async function replayDeliveries(
  transaction: Transaction,
  {
    endpointId,
    since,
    onlyFailed,
  }: { readonly endpointId: string; readonly since: Instant; readonly onlyFailed: boolean },
  now: Instant,
): Promise<number> {
  const states: DeliveryState[] = onlyFailed ? ['failed', 'dropped'] : endedStates;
  const { count } = await transaction.eventDelivery.updateMany({
    where: { endpointId, createdAt: { gte: toDate(since) }, state: { in: states }, body: { not: '' } },
    data: sendAgain(now),
  });
  return count;
}

/** Makes everything that waits due now, for an endpoint that is enabled again. */
export async function hastenDeliveries(
  transaction: Transaction,
  endpointId: string,
  now: Instant,
): Promise<void> {
  await transaction.eventDelivery.updateMany({
    where: { endpointId, state: 'waiting' },
    data: sendAgain(now),
  });
}

const shownRow = z.object({
  eventId: z.string(),
  type: z.string(),
  recordId: z.string(),
  createdAt: z.date().transform(fromDate),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  attemptedAt: z
    .date()
    .nullable()
    .transform((at) => (at === null ? null : fromDate(at))),
  httpStatus: z.number().nullable(),
  answer: z.string().nullable(),
  problem: z.enum(deliveryProblems).nullable(),
});
export type ShownDelivery = z.infer<typeof shownRow>;

/** Returns the newest events of an endpoint. */
export async function listDeliveries(endpointId: string): Promise<readonly ShownDelivery[]> {
  const rows = await database().eventDelivery.findMany({
    where: { endpointId, state: { in: [...deliveryStates] }, body: { not: '' } },
    orderBy: { place: 'desc' },
    take: shownDeliveries,
  });
  return rows.map((row) => shownRow.parse(row));
}

const dayMs = 24 * 3_600_000;

/**
 * Empties deliveries of a month ago, except those that still wait, and returns their number. Their rows stay, so that a fact is
 * stated once.
 */
export async function emptyOldDeliveries(now: Instant): Promise<number> {
  const { count } = await database().eventDelivery.updateMany({
    where: {
      createdAt: { lt: toDate(addMilliseconds(now, -deliveryDays * dayMs)) },
      state: { not: 'waiting' satisfies DeliveryState },
      body: { not: '' },
    },
    data: { body: '', answer: null },
  });
  return count;
}
