import 'server-only';
import * as z from 'zod';
import { listAllBusinesses } from '#lib/businesses/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { announceToBusinesses } from '#lib/realtime/live-events.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { findReadingPause } from './circuit-breaker-store.ts';
import { nextProbeAt } from './model.ts';
import type { DuePayment } from './read-schedule-store.ts';

/** Number of failed payments without an answer in between that means the service fails. */
const enough = 3;
/** Older failures don't count: a payment is tried again after an hour at most. */
const rememberedMs = 2 * 60 * 60_000;

/** A failed call for one payment that the service may have caused. */
export type ServiceFailure = {
  /** Contains no text of the service, because every business sees it. */
  readonly reason: string;
  /** The failure alone proves that the service fails: no connection, wrong credentials or a requested retry time. */
  readonly affectsAllPayments: boolean;
  /** Earliest time of a retry that the service requests. */
  readonly retryAt: Instant | null;
};

/**
 * Records that the service answered for this payment, with any status. Ends the pause. Earlier failures of other
 * payments count only for themselves from now on.
 */
export async function recordAnswer({ businessId, paymentId }: DuePayment, now: Instant): Promise<void> {
  if ((await findReadingPause()) !== null) await endPause(toDate(now));
  const own = toKey(businessId, paymentId);
  const oldest = now - rememberedMs;
  await database().$executeRaw`
    UPDATE installation SET read_doubts = (
        SELECT coalesce(jsonb_object_agg(doubt.key, CASE WHEN (doubt.value ->> 'at')::bigint <= ${now}::bigint
                 THEN doubt.value || '{"isAlone": true}' ELSE doubt.value END), '{}')
          FROM jsonb_each(read_doubts) AS doubt
         WHERE doubt.key <> ${own}::text AND (doubt.value ->> 'at')::bigint >= ${oldest}::bigint)
     WHERE read_doubts ? ${own}::text
        OR EXISTS (SELECT FROM jsonb_each(read_doubts) AS doubt
                    WHERE (doubt.value ->> 'at')::bigint < ${oldest}::bigint OR doubt.value @> '{"isAlone": false}')`;
}

/** A payment whose read failed. `isAlone`: the service has answered for another payment since. */
const doubtsRow = z.object({
  doubts: z.record(z.string(), z.object({ at: z.number(), isAlone: z.boolean() })),
});
const toKey = (businessId: string, paymentId: string): string => `${businessId} ${paymentId}`;

const noPause = {
  readsPausedSince: null,
  readsPausedUntil: null,
  readsProbedUntil: null,
  readFailures: null,
  readsFailedAt: null,
  readsFailure: null,
};

async function endPause(failedBy: Date): Promise<void> {
  await inTransaction(async (transaction) => {
    const { count } = await transaction.installation.updateMany({
      where: { readsFailedAt: { lte: failedBy } },
      data: noPause,
    });
    if (count > 0) await announceOverview(transaction);
  });
}

/** Refreshes Overview of every business, which shows the pause among its alarms. */
const announceOverview = async (transaction: Transaction): Promise<void> =>
  announceToBusinesses(transaction, await listAllBusinesses(transaction), ['overview']);

/**
 * Records a failed read that began at `startedAt`. Starts or extends the pause when the service fails: this failure
 * proves it, or several payments failed without an answer in between. A payment that fails while others are answered
 * counts only for itself. Concurrent calls count once. Returns true when the service counts as failing.
 */
export async function recordServiceFailure(
  due: DuePayment,
  startedAt: Instant,
  now: Instant,
  failure: ServiceFailure,
): Promise<boolean> {
  return inTransaction(async (transaction) => {
    // Serializes the callers, so that each counts those before it.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('reading pause', 0))`;
    const doubt = await recordDoubt(transaction, due, now);
    const [pause] = await transaction.$queryRaw<{ failures: number; until: Date }[]>`
      SELECT read_failures AS failures, reads_paused_until AS until FROM installation
       WHERE reads_paused_since IS NOT NULL FOR UPDATE`;
    const until = (failures: number) =>
      toDate(
        addMilliseconds(
          nextProbeAt(now, failures),
          Math.max(0, (failure.retryAt ?? 0) - nextProbeAt(now, failures)),
        ),
      );
    const [at, { reason: readsFailure }] = [toDate(now), failure];
    const update = (data: Parameters<typeof transaction.installation.updateMany>[0]['data']) =>
      transaction.installation.updateMany({ data });
    if (doubt.isAlone) {
      // If this was the probe, another payment becomes the next one.
      if (pause !== undefined && pause.until <= toDate(startedAt)) await update({ readsProbedUntil: null });
      return false;
    }
    if (pause === undefined) {
      if (!failure.affectsAllPayments && doubt.unexplained < enough) return false;
      await update({
        readsPausedSince: at,
        readsPausedUntil: until(1),
        readFailures: 1,
        readsFailedAt: at,
        readsFailure,
      });
      await announceOverview(transaction);
      return true;
    }
    if (pause.until > toDate(startedAt)) {
      const requestedUntil = failure.retryAt === null ? pause.until : toDate(failure.retryAt);
      if (requestedUntil > pause.until) await update({ readsPausedUntil: requestedUntil });
      return true;
    }
    // A repeated failure of the same payment is no new evidence.
    const readFailures = pause.failures + (doubt.isNew || failure.affectsAllPayments ? 1 : 0);
    await update({
      readFailures,
      readsFailure,
      readsFailedAt: at,
      readsPausedUntil: until(readFailures),
      readsProbedUntil: null,
    });
    return true;
  });
}

/**
 * Notes that this payment failed. `isNew` is true if it has not failed since it was last read. Returns the number of failed
 * payments that the service may explain.
 */
async function recordDoubt(transaction: Transaction, { businessId, paymentId }: DuePayment, now: Instant) {
  const rows: unknown =
    await transaction.$queryRaw`SELECT read_doubts AS doubts FROM installation FOR UPDATE`;
  const [{ doubts }] = z.tuple([doubtsRow]).parse(rows);
  const key = toKey(businessId, paymentId);
  const { [key]: earlier } = doubts;
  const isAlone = earlier?.isAlone ?? false;
  const after = { ...doubts, [key]: { at: now, isAlone } };
  await transaction.installation.updateMany({ data: { readDoubts: after } });
  const unexplained = Object.values(after).filter((one) => !one.isAlone && one.at >= now - rememberedMs);
  return { isAlone, isNew: earlier === undefined, unexplained: unexplained.length };
}
