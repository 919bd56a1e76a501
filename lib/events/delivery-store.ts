import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { DeliveryProblem, DeliveryState, EventType } from './model.ts';
import {
  caseEventTypes,
  deliveryDays,
  deliveryProblems,
  deliveryStates,
  eventTypes,
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

/** Writes the text that is signed and sent. */
export const writeBody = (
  type: string,
  at: number,
  data: Readonly<Record<string, string | number | null>>,
): string => JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });

/**
 * A fact is due at once, also where the clock of the sending process differs. The row of a fact is what keeps it from being sent again when a record leaves a review. So it is stored as well for types that
 * weren't chosen and while the endpoint is disabled, and facts of records that are older than the endpoint are not its own.
 */
const insertSql = `
  INSERT INTO event_delivery (endpoint_id, event_id, type, record_id, body, created_at, next_at, state)
  SELECT e.endpoint_id, n.event_id, n.type, n.record_id, n.body, now(), 'epoch'::timestamptz,
         CASE WHEN n.type <> ALL (e.types) THEN 'skipped' WHEN e.disabled_at IS NOT NULL THEN 'dropped' ELSE 'waiting' END
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[])
           WITH ORDINALITY AS n (business_id, event_id, type, record_id, body, first_seen_at, number)
    JOIN event_endpoint e ON e.business_id = n.business_id AND e.created_at <= n.first_seen_at AND e.format <> 'compliance'
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
      endpointId,
      eventId,
      recordId: eventId,
      type: testType,
      body: writeBody(testType, at, { endpointId }),
      createdAt: toDate(at),
      nextAt: new Date(0),
    },
  });
}

const claimedDelivery = z.object({ eventId: z.string(), body: z.string(), attempts: z.number().int() });
export type ClaimedDelivery = z.infer<typeof claimedDelivery>;

const claim = z.tuple([z.object({ claimed: z.array(claimedDelivery), held: z.number() })]);
type Claim = z.infer<typeof claim>[0];

/** While a process sends an event, both of its times are the end of the lease. */
const notBeingSent = Prisma.sql`attempted_at IS DISTINCT FROM next_at`;

/** New events, and retries, that one statement looks at, so that a backlog of any size costs the same. */
const lookedAt = 50;

/**
 * Claims due events of an endpoint for this process: of each record the first that waits, so that no event overtakes an earlier
 * one. If the process ends before it stores the result, they are due again after the lease. An event behind one that is tried
 * again later waits as long, so that it isn't looked at each time: `held` counts them, and others may be due behind those. One
 * behind an event that is being sent stays due, because that event may arrive before this statement ends.
 */
export async function claimDeliveries(
  endpointId: string,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<Claim> {
  const at = toDate(now);
  const leaseEnd = toDate(addMilliseconds(now, leaseMs));
  const rows = await database().$queryRaw`
    WITH due AS MATERIALIZED (
      -- Apart, because new events are due since the epoch, and would come before every retry.
      (SELECT d.event_id, d.record_id FROM event_delivery d
        WHERE d.endpoint_id = ${endpointId}::uuid AND d.state = 'waiting' AND d.next_at = 'epoch' LIMIT ${lookedAt})
      UNION ALL
      (SELECT d.event_id, d.record_id FROM event_delivery d
        WHERE d.endpoint_id = ${endpointId}::uuid AND d.state = 'waiting' AND d.next_at > 'epoch' AND d.next_at <= ${at}
        ORDER BY d.next_at LIMIT ${lookedAt})),
    led AS MATERIALIZED (
      SELECT due.event_id, f.event_id AS first_id, f.place, f.next_at, f.attempted_at
        FROM due, LATERAL (
          -- The pair leads the planner to the index of the order, also before it has statistics.
          SELECT o.event_id, o.place, o.next_at, o.attempted_at FROM event_delivery o
           WHERE o.endpoint_id = ${endpointId}::uuid AND o.state = 'waiting' AND (o.record_id, o.place) >= (due.record_id, 0)
           ORDER BY o.record_id, o.place LIMIT 1) AS f),
    held AS (
      UPDATE event_delivery d SET next_at = behind.next_at
        FROM (SELECT b.event_id, led.next_at FROM led
                JOIN event_delivery b ON b.endpoint_id = ${endpointId}::uuid AND b.event_id = led.event_id
               WHERE led.event_id <> led.first_id AND led.next_at > ${at} AND led.attempted_at IS DISTINCT FROM led.next_at
                 FOR UPDATE OF b SKIP LOCKED) AS behind
       WHERE d.endpoint_id = ${endpointId}::uuid AND d.event_id = behind.event_id
      RETURNING d.event_id),
    firsts AS (
      SELECT d.event_id, d.state, d.next_at FROM (SELECT DISTINCT first_id, place FROM led WHERE next_at <= ${at}) AS f
        JOIN event_delivery d ON d.endpoint_id = ${endpointId}::uuid AND d.event_id = f.first_id
       ORDER BY f.place LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED),
    claimed AS (
      UPDATE event_delivery d SET next_at = ${leaseEnd}, attempted_at = ${leaseEnd} FROM firsts
       WHERE d.endpoint_id = ${endpointId}::uuid AND d.event_id = firsts.event_id
         AND firsts.state = 'waiting' AND firsts.next_at <= ${at}
      RETURNING d.event_id::text AS "eventId", d.body, d.attempts::int AS attempts)
    SELECT (SELECT coalesce(json_agg(claimed), '[]') FROM claimed) AS claimed, (SELECT count(*)::int FROM held) AS held`;
  return claim.parse(rows)[0];
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
  if (result.state === 'waiting') return;
  // The later events of the record no longer wait for this one.
  await transaction.$executeRaw`
    UPDATE event_delivery SET next_at = 'epoch'
     WHERE endpoint_id = ${endpointId}::uuid AND state = 'waiting' AND attempts = 0 AND next_at > ${toDate(attemptedAt)}
       AND ${notBeingSent}
       AND record_id = (SELECT record_id FROM event_delivery WHERE endpoint_id = ${endpointId}::uuid AND event_id = ${eventId}::uuid)`;
}

/** Events of the log that were sent or given up. */
const failedStates: DeliveryState[] = ['failed', 'dropped'];
const endedStates: DeliveryState[] = ['delivered', ...failedStates];

const sendAgain = { state: 'waiting' satisfies DeliveryState, attempts: 0, nextAt: new Date(0) } as const;

/** Sends an event of the log again. Returns false if it isn't in the log, or waits already. */
export async function replayDelivery(
  transaction: Transaction,
  { endpointId, eventId }: { readonly endpointId: string; readonly eventId: string },
): Promise<boolean> {
  const { count } = await transaction.eventDelivery.updateMany({
    where: { endpointId, eventId, state: { in: endedStates }, body: { not: '' } },
    data: sendAgain,
  });
  return count > 0;
}

/** Events of the log to send again: all from one time until before another, or those that failed or were dropped. */
type ReplayRange = {
  readonly endpointId: string;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly onlyFailed: boolean;
};

const toReplayCondition = ({ endpointId, from, to, onlyFailed }: ReplayRange) => ({
  endpointId,
  createdAt: { ...(from !== null && { gte: toDate(from) }), ...(to !== null && { lt: toDate(to) }) },
  state: { in: onlyFailed ? failedStates : endedStates },
  body: { not: '' },
});

/** Returns the number of events to send again, and the place of the last one. */
export async function measureReplay(
  transaction: Transaction,
  range: ReplayRange,
): Promise<{ readonly count: number; readonly last: bigint | null }> {
  const { _count: count, _max: max } = await transaction.eventDelivery.aggregate({
    where: toReplayCondition(range),
    _count: true,
    _max: { place: true },
  });
  return { count, last: max.place };
}

/** Rows that one transaction changes, so that none lasts long. */
const batchSize = 2_000;

/**
 * Sends the next events up to a place again, oldest first. Returns the place of the last one, or null at the end. Events that are
 * delivered in the meantime lie before it.
 */
export async function replayBatch(
  transaction: Transaction,
  range: ReplayRange,
  { after, last }: { readonly after: bigint; readonly last: bigint },
): Promise<bigint | null> {
  const rows = await transaction.eventDelivery.findMany({
    where: { ...toReplayCondition(range), place: { gt: after, lte: last } },
    orderBy: { place: 'asc' },
    take: batchSize,
    select: { place: true },
  });
  const end = rows.at(-1)?.place;
  if (end === undefined) return null;
  await transaction.eventDelivery.updateMany({
    where: { ...toReplayCondition(range), place: { gt: after, lte: end } },
    data: sendAgain,
  });
  return end;
}

/** Makes events due now that wait for another attempt, for an endpoint that is enabled again. Returns false if there are no more. */
export async function hastenBatch(
  transaction: Transaction,
  endpointId: string,
  now: Instant,
): Promise<boolean> {
  const changed = await transaction.$executeRaw`
    UPDATE event_delivery SET attempts = 0, next_at = 'epoch' WHERE (endpoint_id, event_id) IN (
      SELECT endpoint_id, event_id FROM event_delivery
       WHERE endpoint_id = ${endpointId}::uuid AND state = 'waiting' AND next_at > ${toDate(now)} AND ${notBeingSent}
       LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`;
  return changed === batchSize;
}

const shownRow = z.object({
  eventId: z.string(),
  type: z.string(),
  recordId: z.string(),
  createdAt: z.date().transform(fromDate),
  state: z.enum(deliveryStates),
  attempts: z.number(),
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
 * Empties deliveries of a month ago, except those that still wait, and returns their number. Their rows stay as long as their
 * record, so that a fact is stated once. Test events are about no record, and are deleted. So are changes of cases, also those that
 * wait: a case exists for a year or more after its last change, so no event names one that was removed.
 */
export async function emptyOldDeliveries(now: Instant): Promise<number> {
  const createdAt = { lt: toDate(addMilliseconds(now, -deliveryDays * dayMs)) };
  const old = { createdAt, state: { not: 'waiting' satisfies DeliveryState } };
  const deleted = await database().eventDelivery.deleteMany({
    where: {
      OR: [
        { ...old, type: testType },
        { createdAt, type: { in: [...caseEventTypes] } },
      ],
    },
  });
  const { count } = await database().eventDelivery.updateMany({
    where: { ...old, body: { not: '' } },
    data: { body: '', answer: null },
  });
  return deleted.count + count;
}

/** Deletes the events of records that expire, in the transaction of their removal. */
export async function deleteDeliveries(
  transaction: Transaction,
  businessId: BusinessId,
  recordIds: readonly string[],
): Promise<void> {
  const eventIds = recordIds.flatMap((recordId) =>
    eventTypes.map((type) => toEventId({ businessId, type, recordId })),
  );
  await transaction.$executeRaw`
    DELETE FROM event_delivery d USING event_endpoint e
     WHERE e.business_id = ${businessId}::uuid AND d.endpoint_id = e.endpoint_id AND d.event_id = ANY (${eventIds}::uuid[])`;
}
