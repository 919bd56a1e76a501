import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import type { RecordChange } from '../model/record-change.ts';
import type { StoredDeposit } from '../model/row-read.ts';

/** A payment whose deposits can be unlisted or listed now. */
export type ReadPayment = { readonly businessId: BusinessId; readonly paymentId: PaymentId };

/** A read that starts this long after a callback about a deposit must list it. */
const listingDelayMs = 5 * 60_000;

/** SQL condition that a deposit `d` of the payment `p` is unlisted. */
export const isUnlistedSql = `(NOT d.record_seen
  AND coalesce(p.last_read_at > d.changed_at + interval '${listingDelayMs} milliseconds', false))`;

const updateSql = `
  UPDATE deposit d SET unlisted = NOT d.unlisted
    FROM unnest($1::uuid[], $2::uuid[]) AS read (business_id, payment_id) JOIN payment p USING (business_id, payment_id)
   WHERE d.business_id = read.business_id AND d.payment_id = read.payment_id AND d.unlisted <> ${isUnlistedSql}`;

/**
 * Updates which deposits of these payments are unlisted: a callback reported them, no record lists them, and the payment was
 * read long after the last change.
 */
export async function updateUnlistedDeposits(
  statements: PlainTransaction,
  payments: readonly ReadPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  await statements.run(updateSql, [
    payments.map(({ businessId }) => businessId),
    payments.map(({ paymentId }) => paymentId),
  ]);
}

/** Returns the payments that were read, and those of deposits that can be unlisted before or after their change. */
export function listReadPayments(changes: readonly RecordChange[]): readonly ReadPayment[] {
  const readTimes = findReadTimes(changes);
  const canBeUnlisted = (businessId: BusinessId, deposit: StoredDeposit | null): boolean => {
    if (deposit === null || deposit.state.recordSeen) return false;
    // The time of a payment outside the changes is unknown here.
    const readAt = readTimes.get(`${businessId} ${deposit.paymentId}`) ?? Number.POSITIVE_INFINITY;
    return deposit.changedAt + listingDelayMs < readAt;
  };
  const found = changes.flatMap((change): readonly ReadPayment[] => {
    const { kind, businessId, before, after } = change;
    if (after === null || kind === 'withdrawal') return [];
    if (kind === 'payment') {
      const isRead = (before?.operation.lastReadAt ?? null) !== after.operation.lastReadAt;
      return isRead ? [{ businessId, paymentId: after.state.paymentId }] : [];
    }
    const isAffected = canBeUnlisted(businessId, before) || canBeUnlisted(businessId, after);
    return isAffected ? [{ businessId, paymentId: after.paymentId }] : [];
  });
  return [
    ...new Map(found.map((payment) => [`${payment.businessId} ${payment.paymentId}`, payment])).values(),
  ];
}

/** Returns the latest read of each changed payment, before or after. 0: never read. */
function findReadTimes(changes: readonly RecordChange[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { kind, businessId, before, after } of changes) {
    if (kind !== 'payment') continue;
    for (const payment of [before, after]) {
      if (payment === null) continue;
      const key = `${businessId} ${payment.state.paymentId}`;
      times.set(key, Math.max(times.get(key) ?? 0, payment.operation.lastReadAt ?? 0));
    }
  }
  return times;
}
