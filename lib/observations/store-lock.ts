import 'server-only';
import { createHash } from 'node:crypto';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId, DepositId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';

/**
 * Lets one observation at a time at each of these records, until the transaction ends. All locks are taken at
 * once and in one order, so that no two observations wait for each other.
 */
export async function lockRecords(
  transaction: Transaction,
  businessId: BusinessId,
  ids: readonly (PaymentId | DepositId | WithdrawalId | MessageId)[],
): Promise<void> {
  const keys = [...new Set(ids.map((id) => lockKey(businessId, id)))].sort((left, right) =>
    left < right ? -1 : left > right ? 1 : 0,
  );
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(key)::text FROM unnest(${keys.map(String)}::text[]::bigint[]) AS key`;
}

const lockKey = (businessId: BusinessId, id: string): bigint =>
  createHash('sha256').update(`${businessId} ${id}`).digest().readBigInt64BE(0);
