import 'server-only';
import { createHash } from 'node:crypto';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId, DepositId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { PreparedCallback } from './prepare-callback.ts';

/** A record, or a message that changes none, at which only one observation may be. */
export type Locked = {
  readonly businessId: BusinessId;
  readonly id: PaymentId | DepositId | WithdrawalId | MessageId;
};

/**
 * Lets one observation at a time at each of these records, until the transaction ends. All locks are taken at
 * once and in one order, so that no two observations wait for each other.
 */
export async function lockRecords(
  transaction: Transaction,
  businessId: BusinessId,
  ids: readonly Locked['id'][],
): Promise<void> {
  const keys = lockKeys(ids.map((id) => ({ businessId, id }))).map(String);
  await transaction.$queryRawUnsafe(lockSql, keys);
}

/** What must hold still while a callback is applied. */
export function recordsOf({ id, read, given: { businessId } }: PreparedCallback): Locked[] {
  if (read.kind === 'deposit')
    return [
      { businessId, id: read.paymentId },
      { businessId, id: read.depositId },
    ];
  return [{ businessId, id: read.kind === 'withdrawal' ? read.withdrawalId : id }];
}

/** The locks of these records, each once, in the order in which everybody takes them. */
export const lockKeys = (locked: readonly Locked[]): bigint[] =>
  [...new Set(locked.map(lockKey))].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));

/** Takes the locks of {@link lockKeys}, given as texts. */
export const lockSql = 'SELECT pg_advisory_xact_lock(key)::text FROM unnest($1::text[]::bigint[]) AS key';

const lockKey = ({ businessId, id }: Locked): bigint =>
  createHash('sha256').update(`${businessId} ${id}`).digest().readBigInt64BE(0);
