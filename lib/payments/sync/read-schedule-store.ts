import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { updateUnlistedDeposits } from '#lib/observations/index.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';

/** A payment that is due. No other process reads it during the lease. */
export type DuePayment = { readonly businessId: BusinessId; readonly paymentId: PaymentId };

/** Longer than a call to the service can take. */
const leaseMs = 60_000;

const dueRows = z.array(
  z.object({ business_id: z.string(), payment_id: z.string() }).transform(
    (row): DuePayment => ({
      businessId: toId<BusinessId>(row.business_id),
      paymentId: toId<PaymentId>(row.payment_id),
    }),
  ),
);

/** Number of longest-due payments from which the probe is chosen. */
const probedAmong = 100;

/**
 * Claims the probe: of the longest-due payments, the one with the fewest failures. One that always fails would prove
 * nothing about the service.
 */
export async function claimProbePayment(now: Instant): Promise<DuePayment[]> {
  const rows: unknown = await database().$queryRaw`
    UPDATE payment SET next_read_at = ${toDate(addMilliseconds(now, leaseMs))}
     WHERE (business_id, payment_id) IN (
       SELECT business_id, payment_id FROM (
         SELECT business_id, payment_id, read_failures, next_read_at FROM payment
          WHERE next_read_at <= ${toDate(now)}
          ORDER BY next_read_at LIMIT ${probedAmong} FOR UPDATE SKIP LOCKED) AS due
        ORDER BY read_failures, next_read_at LIMIT 1)
    RETURNING business_id::text, payment_id::text`;
  return dueRows.parse(rows);
}

/** Claims the payments that have been due longest. Any number of processes may do so at once. */
export async function claimDuePayments(now: Instant, limit: number): Promise<DuePayment[]> {
  const rows: unknown = await database().$queryRaw`
    UPDATE payment SET next_read_at = ${toDate(addMilliseconds(now, leaseMs))}
     WHERE (business_id, payment_id) IN (
       SELECT business_id, payment_id FROM payment
        WHERE next_read_at <= ${toDate(now)}
        ORDER BY next_read_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING business_id::text, payment_id::text`;
  return dueRows.parse(rows);
}

/** Claims this payment where it is due. */
export async function claimPayment({ businessId, paymentId }: DuePayment, now: Instant): Promise<boolean> {
  const claimed = await database().$executeRaw`
    UPDATE payment SET next_read_at = ${toDate(addMilliseconds(now, leaseMs))}
     WHERE business_id = ${businessId}::uuid AND payment_id = ${paymentId}::uuid AND next_read_at <= ${toDate(now)}`;
  return claimed > 0;
}

export async function isStoredPayment({ businessId, paymentId }: DuePayment): Promise<boolean> {
  return (await database().payment.count({ where: { businessId, paymentId } })) > 0;
}

/**
 * Records a failure and schedules the next read. The delay doubles from one minute to an hour. When the service does
 * not have the payment, it doubles from a day to thirty. It is never shorter than the service requests.
 */
export async function recordReadFailure(
  transaction: Transaction,
  { businessId, paymentId }: DuePayment,
  now: Instant,
  failure: { readonly message: string; readonly gone: boolean; readonly retryAt: Instant | null },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE payment SET
      read_failures = read_failures + 1,
      last_read_error = ${failure.message.slice(0, 500)},
      next_read_at = greatest(${toDate(failure.retryAt ?? now)}::timestamptz,
        ${toDate(now)}::timestamptz + CASE WHEN ${failure.gone} THEN least(interval '1 day' * power(2, least(read_failures, 5)), interval '30 days')
          ELSE least(interval '1 minute' * power(2, least(read_failures, 10)), interval '1 hour') END)
     WHERE business_id = ${businessId}::uuid AND payment_id = ${paymentId}::uuid`;
}

/**
 * Prepares the undoing of a read in this transaction: of everything that it stores (`undoRead`), or only of the times and
 * failures of reading on the payment (`restoreTimes`).
 */
export async function prepareReadUndo(
  transaction: Transaction,
  { businessId, paymentId }: DuePayment,
): Promise<{ readonly undoRead: () => Promise<void>; readonly restoreTimes: () => Promise<void> }> {
  const where = { businessId, paymentId };
  const times = await transaction.payment.findFirst({
    where,
    select: { lastReadAt: true, nextReadAt: true, readFailures: true, lastReadError: true },
  });
  await transaction.$executeRaw`SAVEPOINT before_read`;
  return {
    undoRead: async () => {
      await transaction.$executeRaw`ROLLBACK TO SAVEPOINT before_read`;
    },
    restoreTimes: async () => {
      if (times === null) return;
      await transaction.payment.updateMany({ where, data: times });
      await updateUnlistedDeposits(toPlainTransaction(transaction), [{ businessId, paymentId }]);
    },
  };
}
